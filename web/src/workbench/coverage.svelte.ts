/** What scenarios notice, and what never happens in them and in games: found out when somebody asks,
 * with what is not saved. */
import type { Bench } from "./bench.svelte";
import type { Coverage, Entry, Noticed } from "./language";

const KINDS: Record<string, "word" | "event"> = { phrase: "word", keyword: "word", label: "word", verb: "event", action: "event" };

export class Covering {
  found = $state.raw<Coverage | null>(null);
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
    this.found = await language.coverage(bench.uri, games);
    bench.says = this.sum();
  }

  /** What came out, in a sentence. */
  private sum(): string {
    if (!this.found) return "This file is of no format.";
    const { effects, never, noticed, games } = this.found;
    const clauses = noticed.length ? `${noticed.filter((one) => one.scenario).length} of ${noticed.length} clauses are noticed` : "No clause is cited";
    return `${clauses}; ${effects - never.length} of ${effects} effects of cards happened in scenarios${games ? ` and ${games} games` : ""}.`;
  }

  of(clause: string): Noticed | undefined {
    return this.noticed.get(clause);
  }

  /** Whether nothing was done by a thing of the rules. */
  isAbsent(one: Entry): boolean {
    return this.absent.has(`${KINDS[one.kind]} ${one.name}`);
  }
}
