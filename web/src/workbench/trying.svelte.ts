/** A card at a table beside the editor, and what was done there as a scenario. */
import type { Bench } from "./bench.svelte";
import type { Spot } from "../store/editor.svelte";
import { type Carried, reasonOf, type Tried } from "./files";

export class Trying {
  at = $state.raw<Tried | null>(null);
  bot = $state("random");
  bots = $state.raw<string[]>(["random"]);
  title = $state(""); // of what is kept of it

  /** What became of it when rules were saved; null where all is as it was. */
  carried = $state.raw<Carried | { error: string } | null>(null);
  private carrying: Promise<void> = Promise.resolve();

  constructor(readonly bench: Bench) {
    bench.behind = () => (this.carrying = this.carrying.then(() => this.carry()));
  }

  /** Takes the table to the rules as they were saved. */
  private async carry(): Promise<void> {
    const { at, bench } = this;
    if (!at) return;
    const found = await bench.files.carry(at.table).catch((wrong: unknown) => ({ error: reasonOf(wrong) }));
    if (this.at === at) this.carried = "error" in found || found.first || found.last ? found : null;
  }

  /** Opens what stands behind something that the table shows. */
  async show(spot: Spot): Promise<void> {
    const { bench } = this;
    const found = await (await bench.settled())?.place(bench.uri, spot);
    const name = found ? bench.nameOf(found.uri) : "";
    if (found && name) await bench.open(name, found.range.start.line, found.range.start.character);
    else bench.says = "That stands in no file of this folder.";
  }

  /** Saves, and opens a table at which the card under the cursor can be chosen; whether there is one. */
  async open(): Promise<boolean> {
    const { bench } = this;
    bench.says = ""; // of the card before
    const card = await bench.card();
    if (!card) {
      bench.says = "There is no card where the cursor is.";
      return false;
    }
    await bench.saveAll(false);
    bench.says = `A table for ${card.name} is looked for ..`;
    const found = await bench.files.try(card.code, this.bot);
    this.title = "";
    this.sit(found);
    bench.says = found.offered ? `${card.name} can be chosen now.` : `${card.name} is in the hand of ${found.seat}; in no game by chance it could be chosen.`;
    return true;
  }

  /** Another table stands beside the editor. */
  sit(at: Tried): void {
    this.at = at;
    this.carried = null;
  }

  /** Who can play the other seats. */
  async look(): Promise<void> {
    this.bots = await this.bench.files.bots();
  }

  /** Keeps the game of the table as a branch of the format. */
  async keep(title: string): Promise<void> {
    if (!this.at) return;
    const { name } = await this.bench.files.branch<{ name: string }>("keep", { table: this.at.table, title });
    this.bench.says = `The game is kept as branch ${name}.`;
  }

  /** Writes what was done last at that table into a file, not saved; an empty name is a new one. */
  async scenario(title: string, into: string): Promise<void> {
    if (!this.at) return;
    const { text } = await this.bench.files.scenario(this.at.table, title);
    await this.bench.write(title, text, into);
  }
}
