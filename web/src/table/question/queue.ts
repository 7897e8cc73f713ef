// Clicks are carried out one after the other, each on the question that the one before has left.

const QUEUE = 3;

/** Work that waits for its turn; a few clicks ahead are kept, the rest was impatience. */
export class Queue {
  private chain: Promise<void> = Promise.resolve();
  private queued = 0;

  constructor(private readonly failed: (text: string) => void) {}

  /** Do this when everything before it is done. */
  inTurn(work: () => Promise<void>): Promise<void> {
    if (this.queued >= QUEUE) return this.chain;
    this.queued += 1;
    this.chain = this.chain
      .then(work)
      .catch((error: unknown) => this.failed(error instanceof Error ? error.message : String(error)))
      .finally(() => {
        this.queued -= 1;
      });
    return this.chain;
  }
}
