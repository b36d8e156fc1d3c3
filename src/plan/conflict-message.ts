/** A conflict in words: who wants what, and who has something else. */
import type { DiagnosticId } from '../diagnostics/catalogue.ts';
import type { Severity } from '../diagnostics/diagnostic.ts';
import { LIST_RULES, type ListName } from '../kubernetes/list-rules.ts';
import type { ConflictStrategy } from '../options.ts';
import { policyTitle } from '../policies/policy.ts';
import type { FieldPath } from '../wording/field-path.ts';
import { renderFlow } from '../yaml/render.ts';
import { mapOf, type ValueMap } from '../yaml/value.ts';
import type { ContainerRef } from './injection.ts';
import type { Conflict } from './merge-entries.ts';

export interface ConflictMessage {
  readonly id: DiagnosticId;
  readonly severity: Severity;
  readonly message: string;
  /** From the template to the entry, in the list as it is written; to the list where another policy wants it. */
  readonly path: FieldPath;
  /** The same in the list as it was read. */
  readonly sourcePath: FieldPath;
  readonly currentValue: ValueMap;
  readonly proposedValue: ValueMap;
}

const IDS: Readonly<Record<ListName, DiagnosticId>> = {
  env: 'env-conflict',
  envFrom: 'env-from-conflict',
  volumes: 'volume-conflict',
  volumeMounts: 'volume-mount-conflict',
};

const SEVERITIES: Readonly<Record<ConflictStrategy, Severity>> = {
  error: 'error',
  skip: 'warning',
  keep: 'info',
  override: 'warning',
};

const CONSEQUENCES: Readonly<Record<ConflictStrategy, string>> = {
  error: '',
  skip: '; nothing is injected into this template',
  keep: '; that stays',
  override: '; that is replaced',
};

interface ConflictPlace {
  readonly list: ListName;
  readonly container: ContainerRef | undefined;
  readonly path: FieldPath;
  readonly sourcePath: FieldPath;
}

export function conflictMessage(
  { wanted, found, owner }: Conflict,
  { list, container, path, sourcePath }: ConflictPlace,
  strategy: ConflictStrategy,
): ConflictMessage {
  const holder = container === undefined ? 'the template' : `container "${container.name}"`;
  const { value } = wanted.entry;
  const place = container === undefined ? '' : `${holder}: `;
  const who = owner === undefined ? `${holder} itself has` : `${policyTitle(owner)} wants`;
  const wants = `${policyTitle(wanted.policy)} wants ${show(value)}, but ${who} ${show(found)}`;
  return {
    id: IDS[list],
    severity: SEVERITIES[strategy],
    message: `${place}${LIST_RULES[list].title(value)}: ${wants}${CONSEQUENCES[strategy]}`,
    path,
    sourcePath,
    currentValue: found,
    proposedValue: value,
  };
}

/** An entry in a message: a plain variable as its value, anything else as YAML without its name. */
function show(entry: ValueMap): string {
  const rest = Object.entries(entry).filter(
    ([field]) => field !== 'name' || !('value' in entry || 'valueFrom' in entry),
  );
  const [first, second] = rest;
  const isPlain = first?.[0] === 'value' && second === undefined;
  const text = renderFlow(isPlain ? first[1] : mapOf(rest), '', {
    json: isPlain,
    spaced: true,
    indentation: undefined,
  });
  return text.length > 120 ? `${text.slice(0, 117)}...` : text;
}
