/** The answer to a question as lines, each as far in as it hangs on the one above. */
import type { Line, Reason } from "../contract/messages";

/** A line of an answer, and the line of the rules that it is about. */
export interface Told {
  text: string;
  place: { file: string; line: number; said: string } | null;
}

export function linesOf(reason: Reason, depth = 0): Told[] {
  const value = reason.value === null ? "" : `: ${reason.value}`;
  const own = toldOf(reason, `${"· ".repeat(depth)}${reason.text}${value}`);
  return [own, ...reason.children.flatMap((child) => linesOf(child, depth + 1))];
}

/** A line of the rules in an answer. */
export function toldOf(line: Line, text = line.text): Told {
  const place = line.file !== null && line.line !== null ? { file: line.file, line: line.line, said: line.text } : null;
  return { text: `${text}${citedBy(line)}`, place };
}

/** A line that is about none. */
export const plainly = (text: string): Told => ({ text, place: null });

/** What a line cites, and where it stands. */
export function citedBy(line: Line): string {
  const clauses = line.clauses.length ? ` (${line.clauses.join(", ")})` : "";
  return `${clauses}${placeOf(line) && ` [${placeOf(line)}]`}`;
}

/** Where a line stands: its file without the folder, and its number. */
export function placeOf({ file, line }: Line): string {
  const name = file?.split(/[\\/]/).at(-1) ?? "";
  return name && line !== null ? `${name}:${line}` : name;
}
