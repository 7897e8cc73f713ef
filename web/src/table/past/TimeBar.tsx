import { useComputed } from "@preact/signals";
import type { JSX } from "preact";
import { canBranch } from "../../branch/branches";
import { setting } from "../../live/seats";
import { Button, Dice, IconButton } from "../../parts";
import type { Box } from "../../wire";
import { Cited } from "../Cited";
import { useDesk } from "../desk";
import { type FilmPlayer, SPEEDS } from "./film";
import { Icon } from "../Icon";
import { groupLines } from "../tabs/lines";

/** The foot of the board: the slider through the whole match, or the film. */
export function TimeBar({ box }: { box: Box }): JSX.Element {
  const desk = useDesk();
  const film = desk.past.film.value;
  return film ? <FilmBar film={film} /> : <Slider box={box} />;
}

function Slider({ box }: { box: Box }): JSX.Element {
  const desk = useDesk();
  const ticks = useComputed(() => groupLines(desk.table.value.log.value, box).filter((group) => !group.part));
  const now = desk.table.value.sheet.value?.moment ?? 0;
  const looking = desk.past.looking.value;
  const words = desk.past.words.value;
  const at = looking?.moment ?? now;
  const sheet = looking?.sheet;
  return (
    <div class={`time-bar${looking ? " looking" : ""}${setting("time.open", false) ? " wanted" : ""}`} role="group" aria-label="The match in time">
      <IconButton label="Film since my last move (F)" onClick={() => desk.showFilm()}>
        <Icon name="film" />
      </IconButton>
      <div class="time-slider">
        <input
          type="range"
          min={0}
          max={Math.max(1, now)}
          value={now === 0 ? 1 : at}
          disabled={now === 0}
          aria-label="Moment of the match"
          aria-valuetext={looking ? `Moment ${at} of ${now}${sheet ? `, turn ${sheet.turn}, ${sheet.phase_name}` : ""}` : "Now"}
          onInput={(event) => {
            desk.open("slider");
            desk.past.look(Number(event.currentTarget.value), now);
          }}
        />
        <div class="time-ticks" aria-hidden="true">
          {ticks.value.map((group) => (
            <span key={group.key} style={{ left: `${(100 * Math.min(group.moment, now)) / Math.max(1, now)}%` }}>
              {group.turn}
            </span>
          ))}
          {[...desk.tools.marks.value].map((moment) => (
            <span key={`mark ${moment}`} class="time-mark" style={{ left: `${(100 * Math.min(moment, now)) / Math.max(1, now)}%` }}>
              ★
            </span>
          ))}
        </div>
      </div>
      {looking ? (
        <>
          <p class="time-words" role="status">
            Looking at {sheet ? `turn ${sheet.turn}, ${sheet.phase_name}` : `moment ${at}`}
          </p>
          <Button small onClick={() => desk.showFilm(at)}>
            Film from here
          </Button>
          {canBranch(desk.table.value.match.value, desk.side) ? (
            <Button
              small
              onClick={() => {
                desk.dialog.value = "branch";
              }}
            >
              Try it from here
            </Button>
          ) : null}
          <Button look="primary" small onClick={() => desk.toNow()}>
            Back to now
          </Button>
        </>
      ) : null}
      {words ? (
        <p class="time-words" role="status">
          {words}
        </p>
      ) : null}
    </div>
  );
}

function FilmBar({ film }: { film: FilmPlayer }): JSX.Element {
  const desk = useDesk();
  const scene = film.scene.value;
  const shown = film.shown.value;
  const playing = film.playing.value;
  const sequel = film.over ? desk.past.sequel.value : null;
  return (
    <div class="film-bar" role="group" aria-label="Film">
      <div class="film-caption" aria-live="polite">
        {scene ? scene.lines.map((line, place) => (
              <p key={place}>
                {(line.rolls ?? []).map((roll, number) => (
                  <Dice key={number} roll={roll} size={26} />
                ))}
                <Cited text={line.text} />
              </p>
            )) : <p>Before it began.</p>}
      </div>
      <div class="film-tools">
        <IconButton label="Back one scene" onClick={() => void film.step(-1)} disabled={shown === 0}>
          <Icon name="back" />
        </IconButton>
        <IconButton
          class="film-play"
          label={playing ? "Pause" : film.over ? "Play again" : "Play"}
          onClick={() => (playing ? film.pause() : void film.play())}
        >
          <Icon name={playing ? "pause" : "play"} />
        </IconButton>
        <IconButton label="Next scene" onClick={() => void film.step(1)} disabled={film.over}>
          <Icon name="next" />
        </IconButton>
        <input
          type="range"
          min={0}
          max={film.scenes.length}
          value={shown}
          aria-label="Scene of the film"
          aria-valuetext={`Scene ${shown} of ${film.scenes.length}`}
          onInput={(event) => film.goTo(Number(event.currentTarget.value))}
        />
        <span class="film-count">
          {shown}/{film.scenes.length}
        </span>
        <label class="film-speed">
          <span class="offscreen">Speed</span>
          <select
            value={String(film.speed.value)}
            onChange={(event) => {
              film.speed.value = Number(event.currentTarget.value);
            }}
          >
            {SPEEDS.map((speed) => (
              <option key={speed} value={String(speed)}>
                {speed}×
              </option>
            ))}
          </select>
        </label>
        {sequel ? (
          <Button small onClick={() => desk.showFilm(sequel.first, sequel.last)}>
            Next part
          </Button>
        ) : null}
        <Button small look="primary" onClick={() => desk.toNow()}>
          Back to now
        </Button>
      </div>
    </div>
  );
}
