import { describe, expect, it } from "vitest";
import { isMail } from "../src/mail/mail";
import { whatToDo } from "../src/mail/MailCard";
import { recognise } from "../src/start/ImportDialog";
import type { ByMail, MatchInfo } from "../src/wire";

const MAIL: ByMail = { side: "axis", to: "Bert", file: "anna.mail", sealed: true };

function match(status: string): MatchInfo {
  return { id: "m1", game: "festung", title: "", scenario: "", options: {}, status, seats: [], commitment: "" };
}

describe("a match by mail", () => {
  it("says to whom the file goes, and nothing while one decides oneself", () => {
    expect(whatToDo(match("waiting"), { ...MAIL, to: "" }, [])).toMatch(/^Send anna.mail to a friend/);
    expect(whatToDo(match("waiting"), MAIL, [])).toMatch(/^Send anna.mail to Bert: when it comes back/);
    expect(whatToDo(match("running"), MAIL, ["allied"])).toMatch(/^Send anna.mail to Bert\./);
    expect(whatToDo(match("running"), MAIL, ["axis", "allied"])).toBe("");
    expect(whatToDo(match("over"), MAIL, [])).toMatch(/^The match is over. Send anna.mail to Bert/);
  });

  it("is known by the first line of its file", () => {
    expect(isMail("bocage mail 2\n{}")).toBe(true);
    expect(isMail("bocage record 1\n")).toBe(false);
    expect(recognise("bocage mail 1\n{}\ncheck x\n", [])).toEqual({ kind: "mail" });
  });
});
