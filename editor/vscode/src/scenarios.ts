/** The scenarios of the formats that are open, and running them. Knows nothing of the editor. */

export interface Scenario {
  format: string;
  uri: string;
  title: string;
  line: number;
}

export interface Problem {
  message: string;
  line: number;
  column: number;
  end_line: number;
  end_column: number;
}

export interface Outcome {
  uri: string;
  title: string;
  passed: boolean;
  message: string;
  problems: Problem[];
}

/** What asks the server. */
export type Request = <T>(method: string, params: unknown) => Promise<T>;

export const LIST = "playsheet/scenarios";
export const RUN = "playsheet.run";

/** Every scenario, by the format and then by the file. */
export async function listed(request: Request): Promise<Map<string, Map<string, Scenario[]>>> {
  const found = new Map<string, Map<string, Scenario[]>>();
  for (const one of await request<Scenario[]>(LIST, {})) {
    const files = found.get(one.format) ?? new Map<string, Scenario[]>();
    found.set(one.format, files);
    files.set(one.uri, [...(files.get(one.uri) ?? []), one]);
  }
  return found;
}

/** How some scenarios went, in the order in which they were asked for; one that did not run is undefined. */
export async function run(
  request: Request,
  wanted: readonly Scenario[],
): Promise<(Outcome | undefined)[]> {
  const pairs = wanted.map((one) => [one.uri, one.title]);
  const found = await request<Outcome[]>("workspace/executeCommand", {
    command: RUN,
    arguments: [pairs],
  });
  return wanted.map((one) => found.find((other) => other.uri === one.uri && other.title === one.title));
}
