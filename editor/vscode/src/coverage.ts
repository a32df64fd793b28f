/** What the scenarios of a format notice, and what never happens in them and in games. Knows nothing of the editor. */

import type { Request } from "./scenarios";

export interface Coverage {
  said: string;
}

export const COVERAGE = "playsheet/coverage";
export const PROGRESS = "playsheet/progress";
export const GAMES = 20;

/** What comes out for the format of a file, in a sentence. */
export async function coverage(request: Request, uri: string, games = GAMES): Promise<string> {
  const found = await request<Coverage | null>(COVERAGE, { uri, games });
  return found?.said ?? "This file is of no format.";
}
