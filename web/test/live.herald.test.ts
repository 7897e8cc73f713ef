import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { announce, switchNotices, tells } from "../src/live/herald";
import { keepSetting } from "../src/live/seats";

const told: string[] = [];
class Notices {
  static permission = "default";
  static requestPermission = vi.fn(async () => (Notices.permission = "granted"));
  onclick = null;
  constructor(title: string) {
    told.push(title);
  }
}

beforeEach(() => {
  told.length = 0;
  Notices.permission = "default";
  vi.stubGlobal("Notification", Notices);
  keepSetting("notify", false);
  announce("Bocage");
});
afterEach(() => vi.unstubAllGlobals());

test("nobody is told who has not asked for it", () => {
  Object.defineProperty(document, "hidden", { value: true, configurable: true });
  announce("● Your move – Operation Roundup");
  expect(told).toEqual([]);
});

test("who looks elsewhere is told once that it is his move, and nothing of what happened", async () => {
  expect(await switchNotices()).toContain("You are told when it is your turn");
  Object.defineProperty(document, "hidden", { value: true, configurable: true });
  announce("Waiting – Operation Roundup");
  announce("● Your move – Operation Roundup");
  announce("● Your answer – Operation Roundup");
  expect(told).toEqual(["Your move – Operation Roundup"]);
  Object.defineProperty(document, "hidden", { value: false, configurable: true });
  announce("Waiting – Operation Roundup");
  announce("● Your move – Operation Roundup");
  expect(told).toHaveLength(1);
  expect(await switchNotices()).toContain("not told");
  expect(tells()).toBe(false);
});

test("a browser that forbids it is said to do so", async () => {
  Notices.requestPermission.mockResolvedValueOnce("denied" as never);
  expect(await switchNotices()).toContain("does not let this page");
  expect(tells()).toBe(false);
});
