/** What scenarios notice, and what never happens in them and in games: found out when somebody asks,
 * with what is not saved. */
import type { Bench } from "./bench.svelte";
import type { Coverage, Entry, Noticed } from "./language";

const KINDS: Record<string, "word" | "event"> = { phrase: "word", keyword: "word", label: "word", verb: "event", action: "event" };

export class Covering {
  found = $state.raw<Coverage | null>(null);
  private behind = $state(0); // so many edits
  /** What to say of it where texts have changed since. */
  readonly old = $derived.by(() => (this.found && this.behind !== this.bench.running.edits ? ", before the last edit" : ""));
  private readonly noticed = $derived(new Map(this.found?.noticed.map((one) => [one.clause, one])));
  private readonly absent = $derived(new Set(this.found?.absent.map((one) => `${one.kind} ${one.name}`)));

  constructor(private readonly bench: Bench) {}

  /** Plays the scenarios and so many games, and changes rules line by line. */
  async look(games: number): Promise<void> {
    const { bench } = this;
    const language = await bench.settled();
    if (!language) return;
    bench.says = games ? `Scenarios and ${games} games are played ..` : "Scenarios are played ..";
    language.progress = (done, total) => (bench.says = `Rules are changed: ${done} of ${total} clauses ..`);
    const { edits } = bench.running; // what is typed meanwhile is not looked at
    this.found = await language.coverage(bench.uri, games);
    this.behind = edits;
    bench.says = this.found?.said ?? "This file is of no format.";
  }

  of(clause: string): Noticed | undefined {
    return this.noticed.get(clause);
  }

  /** Whether nothing was done by a thing of the rules. */
  isAbsent(one: Entry): boolean {
    return this.absent.has(`${KINDS[one.kind]} ${one.name}`);
  }
}
