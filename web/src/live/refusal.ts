// A refusal of the service as an error of the page, with its reason and case.

import type { Why } from "../wire";

/** The service will not do, or cannot tell, what was asked; `why` has the reason and the case. */
export class Refusal extends Error {
  constructor(readonly why: Why) {
    super(why.text);
    this.name = "Refusal";
  }
}

/** An answer that must be there. */
export function filled<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined) throw new Refusal({ text: "The table has no answer to that." });
  return value;
}

/** The reason of a refusal; every other error goes on. */
export function reason(error: unknown): Why {
  if (error instanceof Refusal) return error.why;
  throw error;
}
