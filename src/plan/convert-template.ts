/** The references of pod templates and of policies to ConfigData, as the options want them. */
import { misspeltReferences } from '../config-data/misspelt-references.ts';
import { convertReferences, type EntryHolder, type References } from '../config-data/convert-references.ts';
import { fieldDiagnostic, type Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Resource } from '../krm/resource.ts';
import { placedReferences, type ReferringList } from '../kubernetes/data-references.ts';
import { probeReferences } from '../kubernetes/inline-expansion.ts';
import { changeEntries } from '../kubernetes/pod-template.ts';
import { entryDiagnostic, type Policy, type PolicyEntry } from '../policies/policy.ts';
import { fieldPath } from '../wording/field-path.ts';
import type { ValueMap } from '../yaml/value.ts';

export interface ConvertedTemplate {
  /** The very object where nothing is converted. */
  readonly template: ValueMap;
  /** The entries, by their paths from the template, that refer to ConfigData as to ConfigMaps. */
  readonly configData: ReadonlySet<string>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Converts the own references of a pod template at `path` of its object. */
export function convertTemplate(
  resource: Resource,
  path: readonly string[],
  template: ValueMap,
  references: References,
): ConvertedTemplate {
  const diagnostics: Diagnostic[] = [];
  const configData = new Set<string>();
  const holderFor = holders();
  const converted = changeEntries(template, ({ list, entry, path: place, container }) => {
    // A cluster would pass it over, or refuse it; in policies their validation tells.
    const misspelt = misspeltReferences(list, entry);
    for (const { path: within, message } of misspelt) {
      const finding = { id: 'config-data-misspelt', severity: 'error', message } as const;
      diagnostics.push(fieldDiagnostic(resource, [...path, ...place, ...within], finding));
    }
    if (misspelt.length > 0) return entry;
    const holder: EntryHolder = container === undefined ? { kind: 'pod' } : holderFor(container);
    const { entry: result, isConfigData, findings } = convertReferences(list, entry, references, holder);
    for (const { path: within, ...finding } of findings) {
      diagnostics.push(fieldDiagnostic(resource, [...path, ...place, ...within], finding));
    }
    if (isConfigData) configData.add(fieldPath(place));
    return result ?? entry;
  });
  return { template: converted, configData, diagnostics };
}

/** Gives the containers of a template, one after the other, as the holders of their entries. */
function holders(): (container: ValueMap) => EntryHolder {
  let last: { readonly container: ValueMap; readonly holder: EntryHolder } | undefined;
  return (container) => {
    if (last?.container !== container) {
      let probed: ReadonlySet<string> | undefined;
      last = { container, holder: { kind: 'container', probed: () => (probed ??= probeReferences(container)) } };
    }
    return last.holder;
  };
}

export interface ConvertedPolicy {
  readonly policy: Policy;
  readonly diagnostics: readonly Diagnostic[];
}

/** Converts what a policy wants in the templates of a namespace; what refers to what is optional and not there goes. */
export function convertPolicy(policy: Policy, references: References): ConvertedPolicy {
  if (!refersToConfigData(policy)) return { policy, diagnostics: [] };
  const diagnostics: Diagnostic[] = [];
  const convert = (list: ReferringList): readonly PolicyEntry[] =>
    policy.lists[list].flatMap(({ value, source }) => {
      const { entry, isConfigData, findings } = convertReferences(list, value, references, { kind: 'policy' });
      for (const { path, ...finding } of findings) diagnostics.push(entryDiagnostic(policy, source, path, finding));
      return entry === undefined ? [] : [{ value: entry, source, isConfigData }];
    });
  const lists = { ...policy.lists, env: convert('env'), envFrom: convert('envFrom'), volumes: convert('volumes') };
  return { policy: { ...policy, lists }, diagnostics };
}

function refersToConfigData({ lists }: Policy): boolean {
  return (['env', 'envFrom', 'volumes'] as const).some((list) =>
    lists[list].some(({ value }) => placedReferences(list, value).some(({ kind }) => kind === 'ConfigData')),
  );
}
