/** The deck that is being built at a page: what it holds, and whether it is legal. */
import type { DeckChecked, DeckRow, Pool } from "../contract/decks";
import { checkDeck } from "../store/http";
import { added, partFor, sorted, without } from "./deck";
import { keepDeck, keptDeck } from "./kept";

const PAUSE = 150; // milliseconds after a change before the server is asked

export class Building {
  rows = $state.raw<DeckRow[]>([]);
  /** Null while the deck is looked at. */
  checked = $state.raw<DeckChecked | null>(null);
  wrong = $state("");
  /** The part that new cards go to; null: that they fit into. */
  goesTo = $state<string | null>(null);
  private asked = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly format: string,
    readonly pool: Pool,
  ) {
    this.take(keptDeck(format, (code) => code in pool.schema.cards));
  }

  /** Another deck in place of this one. */
  take(rows: DeckRow[]): void {
    this.changed(sorted(this.pool, rows));
  }

  add(code: string, part = this.goesTo ?? partFor(this.pool, code)): void {
    this.changed(added(this.rows, code, part, 1));
  }

  /** One of a card less: in one part, or out of the last that has it. */
  remove(code: string, part?: string): void {
    this.changed(part === undefined ? without(this.rows, code) : added(this.rows, code, part, -1));
  }

  private changed(rows: DeckRow[]): void {
    this.rows = rows;
    this.checked = null;
    keepDeck(this.format, rows);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.check(), PAUSE);
  }

  private async check(): Promise<void> {
    const number = ++this.asked;
    try {
      const found = await checkDeck(this.format, this.rows);
      if (number !== this.asked) return;
      this.checked = found;
      this.wrong = "";
    } catch (error) {
      if (number === this.asked) this.wrong = error instanceof Error ? error.message : String(error);
    }
  }

  close(): void {
    clearTimeout(this.timer);
    this.asked++;
  }
}
