// "All who can": each operand of a verb in its turn. Who could not come in the end is named, with the case that kept him out.

import { seenCounter } from "../../board";
import type { Box, Question, Why } from "../../wire";
import { isLegal, operandsOf } from "./acting";

const NAMED = 4; // of those who stayed out

/** What the desk lends: the question as it stands now, its hands, and the referee. */
export interface Hands {
  question(): Question | null;
  perform(action: string): Promise<boolean>;
  why(action: string): Promise<Why[]>;
}

/** Play every operand of a verb that can be played when its turn comes. What is to be told of the others; nothing if all came. */
export async function playAll(verb: string, box: Box, hands: Hands): Promise<Why[]> {
  const first = hands.question();
  if (!first) return [];
  const wanted = operandsOf(first, box, verb);
  const out: string[] = [];
  let last = first;
  for (const operand of wanted) {
    const question = hands.question();
    if (question) last = question;
    if (!isLegal(question, box, `${verb} ${operand}`)) out.push(operand);
    else if (!(await hands.perform(`${verb} ${operand}`))) return [];
  }
  // The question may be over because everybody has come.
  const now = hands.question();
  if (!out.length || !now || now.step !== last.step) return [];
  const stayed = out.filter((operand) => !isLegal(now, box, `${verb} ${operand}`));
  if (!stayed.length) return [];
  const told: Why[] = [{ text: `${wanted.length - out.length} of ${wanted.length} came along. These could not once the others had:` }];
  for (const operand of stayed.slice(0, NAMED)) {
    const [why] = await hands.why(`${verb} ${operand}`);
    const name = seenCounter(box, operand)?.name ?? operand;
    if (why) told.push({ ...why, text: why.text.includes(name) ? why.text : `${name}: ${why.text}` });
  }
  if (stayed.length > NAMED) told.push({ text: `… and ${stayed.length - NAMED} more.` });
  return told;
}
