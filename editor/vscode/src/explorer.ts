/** The scenarios in the Test Explorer. */

import * as vscode from "vscode";
import { listed, run, type Request, type Scenario } from "./scenarios";

export class Explorer {
  private readonly controller = vscode.tests.createTestController("playsheet", "Playsheet");
  private readonly scenarios = new WeakMap<vscode.TestItem, Scenario>();

  constructor(private readonly request: Request) {
    this.controller.refreshHandler = () => this.refresh();
    this.controller.createRunProfile("Run", vscode.TestRunProfileKind.Run, (what, stop) => this.run(what, stop), true);
  }

  dispose(): void {
    this.controller.dispose();
  }

  /** Asks which scenarios there are. */
  async refresh(): Promise<void> {
    const formats: vscode.TestItem[] = [];
    for (const [format, files] of await listed(this.request)) {
      const item = this.controller.createTestItem(format, format.split(/[\\/]/).pop() ?? format);
      for (const [uri, scenarios] of files) {
        const place = vscode.Uri.parse(uri);
        const file = this.controller.createTestItem(uri, place.path.split("/").pop() ?? uri, place);
        for (const one of scenarios) {
          const test = this.controller.createTestItem(`${uri}#${one.title}`, one.title, place);
          test.range = new vscode.Range(one.line, 0, one.line, 0);
          this.scenarios.set(test, one);
          file.children.add(test);
        }
        item.children.add(file);
      }
      formats.push(item);
    }
    this.controller.items.replace(formats);
  }

  private async run(what: vscode.TestRunRequest, stop: vscode.CancellationToken): Promise<void> {
    const wanted = this.below(what.include ?? [...items(this.controller.items)], new Set(what.exclude));
    const running = this.controller.createTestRun(what);
    wanted.forEach((item) => running.started(item));
    for (const some of byFile(wanted)) {
      if (stop.isCancellationRequested) {
        break;
      }
      const scenarios = some.map((item) => this.scenarios.get(item)).filter((one) => one !== undefined);
      const outcomes = await run(this.request, scenarios);
      some.forEach((item, number) => {
        const outcome = outcomes[number];
        if (outcome === undefined) {
          running.skipped(item);
        } else if (outcome.passed) {
          running.passed(item);
        } else {
          const message = new vscode.TestMessage(outcome.message);
          const line = Math.max((outcome.problems[0]?.line ?? 1) - 1, 0);
          if (item.uri !== undefined) {
            message.location = new vscode.Location(item.uri, new vscode.Position(line, 0));
          }
          running.failed(item, message);
        }
      });
    }
    running.end();
  }

  private below(some: readonly vscode.TestItem[], without: Set<vscode.TestItem>): vscode.TestItem[] {
    return some.flatMap((item) => {
      if (without.has(item)) {
        return [];
      }
      return this.scenarios.has(item) ? [item] : this.below([...items(item.children)], without);
    });
  }
}

function* items(collection: vscode.TestItemCollection): Generator<vscode.TestItem> {
  for (const [, item] of collection) {
    yield item;
  }
}

function byFile(some: readonly vscode.TestItem[]): vscode.TestItem[][] {
  const found = new Map<string, vscode.TestItem[]>();
  for (const item of some) {
    const key = item.uri?.toString() ?? "";
    found.set(key, [...(found.get(key) ?? []), item]);
  }
  return [...found.values()];
}
