/** What the scenarios of a format notice, and what never happens in them and in games. Knows nothing of the editor. */

import type { Request } from "./scenarios";

export interface Coverage {
  games: number;
  noticed: { clause: string; scenario: string; why: string }[];
  effects: number;
  never: { uri: string; line: number; card: string; why: string }[];
}

export const COVERAGE = "playsheet/coverage";
export const PROGRESS = "playsheet/progress";
export const GAMES = 20;

/** What comes out for the format of a file, in a sentence. */
export async function coverage(request: Request, uri: string, games = GAMES): Promise<string> {
  const found = await request<Coverage | null>(COVERAGE, { uri, games });
  if (found === null) {
    return "This file is of no format.";
  }
  const { effects, never, noticed } = found;
  const clauses = noticed.length
    ? `${noticed.filter((one) => one.scenario).length} of ${noticed.length} clauses are noticed`
    : "No clause is cited";
  return `${clauses}; ${effects - never.length} of ${effects} effects of cards happened in scenarios and ${found.games} games.`;
}
