/** The answer to a question as lines, each as far in as it hangs on the one above. */
import type { Reason } from "../contract/messages";

export function linesOf(reason: Reason, depth = 0): string[] {
  const file = reason.file?.split(/[\\/]/).at(-1) ?? "";
  const where = file && ` [${file}${reason.line === null ? "" : `:${reason.line}`}]`;
  const clauses = reason.clauses.length ? ` (${reason.clauses.join(", ")})` : "";
  const value = reason.value === null ? "" : `: ${reason.value}`;
  const own = `${"· ".repeat(depth)}${reason.text}${value}${clauses}${where}`;
  return [own, ...reason.children.flatMap((child) => linesOf(child, depth + 1))];
}
