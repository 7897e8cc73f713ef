// Quiet sounds, made where they are heard: no file is fetched. They are off until somebody wants them.

import { type Signal, signal } from "@preact/signals";
import { keepSetting, setting } from "../../live/seats";

export type Sound = "die" | "battle" | "turn";

const LOUD = 0.09; // of what the machine can do

/** Has something happened that could be heard, so that the page may ask once whether it shall be? */
export const soundsAsked: Signal<boolean> = signal(false);

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;

/** Are sounds on? "" as long as nobody has said so. */
export function soundsWanted(): "on" | "off" | "" {
  const kept = setting<string>("sounds", "");
  return kept === "on" || kept === "off" ? kept : "";
}

/** Turn sounds on or off. On a click, as browsers want it. */
export function wantSounds(on: boolean): void {
  keepSetting("sounds", on ? "on" : "off");
  if (on) play("turn");
}

/** Make a sound, if sounds are wanted and the browser lets us. */
export function play(sound: Sound): void {
  if (soundsWanted() !== "on" || typeof AudioContext !== "function") return;
  context ??= new AudioContext();
  const made = context;
  if (made.state === "running") make(made, sound);
  else void made.resume().then(() => make(made, sound), () => undefined);
}

function make(made: AudioContext, sound: Sound): void {
  const now = made.currentTime;
  if (sound === "die") for (const [after, pitch] of [[0, 2400], [0.09, 2000], [0.17, 2600], [0.29, 1800]] as const) rattle(made, now + after, pitch, 0.05, LOUD);
  else if (sound === "battle") {
    rattle(made, now, 260, 0.5, LOUD * 1.6);
    tone(made, now, 82, 0.4, LOUD * 1.4);
  } else {
    tone(made, now, 523, 0.28, LOUD * 0.7);
    tone(made, now + 0.16, 659, 0.4, LOUD * 0.7);
  }
}

/** A breath of noise around a pitch. */
function rattle(made: AudioContext, at: number, pitch: number, long: number, loud: number): void {
  const source = made.createBufferSource();
  source.buffer = noise ??= hiss(made);
  const filter = made.createBiquadFilter();
  filter.type = pitch > 1000 ? "bandpass" : "lowpass";
  filter.frequency.value = pitch;
  source.connect(filter).connect(fading(made, at, long, loud));
  source.start(at);
  source.stop(at + long);
}

function tone(made: AudioContext, at: number, pitch: number, long: number, loud: number): void {
  const source = made.createOscillator();
  source.frequency.value = pitch;
  source.connect(fading(made, at, long, loud));
  source.start(at);
  source.stop(at + long);
}

function fading(made: AudioContext, at: number, long: number, loud: number): AudioNode {
  const gain = made.createGain();
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + long);
  gain.connect(made.destination);
  return gain;
}

function hiss(made: AudioContext): AudioBuffer {
  const buffer = made.createBuffer(1, made.sampleRate / 2, made.sampleRate);
  const samples = buffer.getChannelData(0);
  let state = 1944;
  for (let place = 0; place < samples.length; place += 1) {
    state = (state * 1664525 + 1013904223) % 4294967296;
    samples[place] = state / 2147483648 - 1;
  }
  return buffer;
}
