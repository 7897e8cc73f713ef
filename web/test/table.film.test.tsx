import { expect, test, vi } from "vitest";
import { arrowsOf, FilmPlayer, pointedIn, scenesOf, type Stage } from "../src/table/past/film";
import { Past } from "../src/table/past/past";
import type { Film } from "../src/wire";
import { box, line, sheet } from "./table.fixtures";

function film(): Film {
  return {
    first: sheet(4),
    frames: [
      { side: "german", delta: { base: 4, moment: 5, fields: { phase_name: "in hand" } } },
      {
        side: "german",
        delta: { base: 5, moment: 6, units: { "DE-712": ["1003", "2-4", 2] }, lines: [line(6, "712 moves.", { kind: "move", side: "german", path: ["1004", "1003"], units: ["DE-712"] })] },
      },
      { side: "german", delta: { base: 6, moment: 7, lines: [line(7, "712 attacks.", { kind: "battle", side: "german", rolls: [{ name: "1:1: EX", dice: [3] }] })] } },
      { side: "german", delta: { base: 7, moment: 8, fields: { phase_name: "over" } } },
    ],
  };
}

function stage(): Stage & { walked: string[] } {
  const walked: string[] = [];
  return {
    walked,
    walk: async (units, path) => {
      walked.push(`${units} ${path.join("-")}`);
    },
    look: () => undefined,
    pause: async () => undefined,
  };
}

test("entries without a line are folded into the scene that follows, the last ones into the last scene", () => {
  const scenes = scenesOf(film());
  expect(scenes.map((scene) => [scene.before.moment, scene.after.moment, scene.lines[0]?.text])).toEqual([
    [4, 6, "712 moves."],
    [6, 8, "712 attacks."],
  ]);
  expect(scenes[0]?.before.units["DE-712"]?.[0]).toBe("1004");
  expect(scenes[0]?.after.units["DE-712"]?.[0]).toBe("1003");
});

test("a film walks the counters and ends at the present", async () => {
  const place = stage();
  const player = new FilmPlayer(scenesOf(film()), film().first, place);
  await player.play();
  expect(place.walked).toEqual(["DE-712 1004-1003"]);
  expect(player.over).toBe(true);
  expect(player.playing.value).toBe(false);
  expect(player.sheet.value.moment).toBe(8);
});

test("a film is stepped through forwards and back", async () => {
  const player = new FilmPlayer(scenesOf(film()), film().first, stage());
  await player.step(1);
  expect([player.shown.value, player.sheet.value.moment]).toEqual([1, 6]);
  await player.step(-1);
  expect([player.shown.value, player.sheet.value.moment, player.scene.value]).toEqual([0, 4, null]);
  player.goTo(99);
  expect([player.shown.value, player.sheet.value.moment]).toEqual([2, 8]);
});

test("a film that is paused stays where it is", async () => {
  const place = stage();
  const player = new FilmPlayer(scenesOf(film()), film().first, {
    ...place,
    pause: async () => {
      if (player.shown.value > 0) player.pause();
    },
  });
  await player.play();
  expect(player.shown.value).toBe(1);
  expect(player.playing.value).toBe(false);
});

test("a battle is drawn from where the attackers stand", () => {
  const units = { "US-1": ["1003", "5-6", 2], "US-2": ["1005", "5-6", 2], "DE-712": ["1004", "2-4", 2] } as const;
  const there = sheet(1, { units: { ...units } as never });
  const lines = [line(2, "Attack.", { kind: "battle", side: "allied", hexes: ["1004"], units: ["US-1", "US-2", "DE-712"] })];
  expect(arrowsOf(lines, there, box)).toEqual({ target: "1004", hexes: ["1003", "1005"] });
  expect(arrowsOf([line(2, "Move.")], there, box)).toBeNull();
});

test("an arrival is ringed on the board, a move shows itself", () => {
  const arrival = line(2, "712 enters.", { kind: "arrival", hexes: ["1004"], units: ["DE-712"] });
  const move = line(3, "US-1 moves.", { kind: "move", path: ["1003", "1005"], hexes: ["1005"], units: ["US-1"] });
  expect(pointedIn([arrival])).toEqual({ hexes: ["1004"], units: ["DE-712"] });
  expect(pointedIn([move])).toEqual({ hexes: [], units: ["US-1"] });
});

test("looking back fetches a moment once, and the newest moment is the present", async () => {
  vi.useFakeTimers();
  const asked: number[] = [];
  const past = new Past(
    () => ({
      sheetAt: async (moment) => {
        asked.push(moment);
        return sheet(moment);
      },
      film: async () => film(),
    }),
    stage(),
  );
  past.look(3, 9);
  past.look(2, 9);
  await vi.advanceTimersByTimeAsync(200);
  expect(asked).toEqual([2]);
  expect(past.sheet.value?.moment).toBe(2);
  past.look(9, 9);
  expect(past.present.value).toBe(true);
  past.look(2, 9);
  await vi.advanceTimersByTimeAsync(200);
  expect(asked).toEqual([2]);
  expect(past.looking.value?.sheet?.moment).toBe(2);
  vi.useRealTimers();
});

test("a film longer than the table gives in one piece can go on", async () => {
  const past = new Past(() => ({ sheetAt: async (moment) => sheet(moment), film: async () => film() }), stage());
  await past.showFilm(4, 20);
  expect(past.sequel.value).toEqual({ first: 8, last: 20 });
  await past.showFilm(4, 8);
  expect(past.sequel.value).toBeNull();
});
