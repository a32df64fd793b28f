/** The answer to a question as lines, each as far in as it hangs on the one above. */
import type { Line, Reason } from "../contract/messages";

export function linesOf(reason: Reason, depth = 0): string[] {
  const value = reason.value === null ? "" : `: ${reason.value}`;
  const own = `${"· ".repeat(depth)}${reason.text}${value}${citedBy(reason)}`;
  return [own, ...reason.children.flatMap((child) => linesOf(child, depth + 1))];
}

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
