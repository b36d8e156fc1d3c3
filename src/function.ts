/**
 * The function: resources in, the same resources with what their policies inject out. Bytes to bytes; it knows neither
 * files nor streams nor the process.
 */
import { candidateOf, needOf, type Candidate } from './injection/candidates.ts';
import { checkConfigData, collectConfigData, notWritten } from './injection/config-data/collect-config-data.ts';
import { collectPolicies } from './injection/policies/collect-policies.ts';
import { completePolicies } from './injection/policies/complete-policies.ts';
import { ConfigDataReferences } from './injection/config-data/config-data-references.ts';
import { asConfigMap, isConfigData, withConfigMapLists } from './injection/config-data/config-data.ts';
import { ReferredConfigData } from './injection/config-data/referred-config-data.ts';
import { DataObjects } from './injection/data-objects.ts';
import { Environments } from './injection/environments.ts';
import { injectResource, type InjectionContext } from './injection/inject-resource.ts';
import { policyTitle } from './injection/policies/policy.ts';
import { placeOf, readEnvelope, readListWhole, type Envelope } from './krm/envelope.ts';
import { readFunctionConfig } from './krm/function-config.ts';
import { addTo } from './yaml/multi-map.ts';
import { Objects, type ObjectUnit } from './krm/objects.ts';
import { DEFAULT_OPTIONS, type Options } from './krm/options.ts';
import { Report } from './krm/report.ts';
import { shortTitleOf, type Resource } from './krm/resource.ts';
import type { Result } from './krm/result.ts';
import { sniffFile } from './krm/sniff.ts';
import { Source } from './krm/source.ts';
import { workloadTable } from './kubernetes/workloads.ts';
import { applyEdits, type Edit } from './yaml/edit.ts';
import type { ValueMap } from './yaml/value.ts';

/** A text with resources: standard input, or one file. */
export interface Input {
  readonly bytes: Buffer;
  /** For a file, its path as results name it. */
  readonly path?: string | undefined;
  /** Only looked at: for policies and what they refer to, where they are kept apart from what they are applied to. */
  readonly readOnly?: boolean | undefined;
}

export interface Outcome {
  /** For each input that is not read-only, in order, what becomes of it. */
  readonly outputs: readonly Output[];
  readonly results: readonly Result[];
  /** One line per workload that was changed or left out on purpose, in the order of the input. */
  readonly touched: readonly string[];
  /** 0; 1 where a result is an error; 2 where the input or the options cannot be used. */
  readonly exitCode: 0 | 1 | 2;
}

export interface Output {
  readonly form: Envelope['form'];
  readonly input: Input;
  readonly edits: readonly Edit[];
  /** The text to write, in pieces; none where there is an error and the input was no ResourceList. */
  readonly pieces: readonly Uint8Array[];
}

/**
 * Injects what policies want. `flags` win over the options of a functionConfig. On any error nothing is injected
 * anywhere; a ResourceList then comes back with its items unchanged and the results.
 */
export function run(inputs: readonly Input[], flags: Partial<Options> = {}): Outcome {
  const report = new Report();
  const envelopes: Envelope[] = [];
  for (const { bytes, path } of inputs) {
    const envelope = readEnvelope(bytes);
    if ('kind' in envelope) report.refuse({ message: inFile(path, envelope.message) });
    else if (path === undefined && isEmpty(envelope)) report.refuse({ message: nothingFound(bytes) });
    else envelopes.push(path === undefined ? envelope : asList(envelope));
  }
  return report.failed ? outcome(inputs, [], report) : inject(inputs, envelopes, flags);
}

function inject(inputs: readonly Input[], envelopes: readonly Envelope[], flags: Partial<Options>): Outcome {
  const report = new Report();
  const configs = envelopes.map(({ functionConfig }) => readFunctionConfig(functionConfig));
  for (const { path, message } of configs.flatMap(({ problems }) => problems))
    report.refuse({ message, field: { path } });
  const options: Options = { ...DEFAULT_OPTIONS };
  for (const given of [...configs.map((config) => config.options), flags]) Object.assign(options, given);
  const workloads = workloadTable(options.workloads);
  const sources = envelopes.map((envelope, index) => new Source(envelope, inputs[index] ?? {}, report));
  const candidates = sources.map(({ path, envelope: { bytes, units } }) =>
    units.map((unit) => candidateOf(bytes, unit, workloads, path !== undefined)),
  );

  // What is declared may come last, so that everything is looked at before anything is changed.
  const declared = sources.flatMap((source, which) =>
    source.envelope.units.flatMap((unit, index) => {
      const kind = candidates[which]?.[index]?.kind;
      const found = kind === 'declaration' || kind === 'anything' ? source.read(unit) : [];
      return found.map((resource) => ({ resource, readOnly: source.readOnly }));
    }),
  );
  const resources = declared.map(({ resource }) => resource);
  const objects = new Objects(resources, unitsByKind(sources, candidates), options.namespace);
  const configData = collectConfigData(resources, options, report);
  const collected = collectPolicies(
    configs.flatMap((config) => config.policies),
    declared,
    report,
  );
  const policies = completePolicies(collected, objects, report);
  const data = new DataObjects(objects, configData, options);
  const context: InjectionContext = {
    policies,
    options,
    workloads,
    report,
    data,
    configData: new ConfigDataReferences(data, options, report),
    referred: new ReferredConfigData(data),
    environments: new Environments(objects, data, options),
    matched: new Set(),
    applied: new Set(),
  };
  if (!report.failed) {
    for (const [which, source] of sources.entries()) injectSource(source, candidates[which] ?? [], context);
    for (const [which, source] of sources.entries()) {
      changeConfigData(source, candidates[which] ?? [], objects, context);
    }
  }

  if (sources.some((source) => source.needsWhole)) {
    return injectWithWholeLists(inputs, envelopes, sources, flags);
  }
  if (!report.failed) reportUnmatched(context);
  const hasObjects = declared.length > 0 || candidates.flat().some(({ kind }) => kind !== 'anything');
  if (!report.failed && policies.length === 0 && configData.length === 0 && hasObjects) {
    report.add({ severity: 'warning', message: 'found no ServiceInjectionPolicy: nothing is injected' });
  }
  return outcome(inputs, sources, report);
}

/** By apiVersion and kind the units with objects that others may refer to. */
function unitsByKind(
  sources: readonly Source[],
  candidates: readonly (readonly Candidate[])[],
): ReadonlyMap<string, readonly ObjectUnit[]> {
  const units = new Map<string, ObjectUnit[]>();
  for (const [which, source] of sources.entries()) {
    for (const [index, unit] of source.envelope.units.entries()) {
      const candidate = candidates[which]?.[index];
      if (candidate?.kind === 'object') addTo(units, candidate.objectKind, { source, unit });
    }
  }
  return units;
}

function injectSource(source: Source, candidates: readonly Candidate[], context: InjectionContext): void {
  if (source.readOnly) return;
  const { bytes, units } = source.envelope;
  const change = (resource: Resource): ValueMap => injectResource(resource, source.positions, context);
  for (const [index, unit] of units.entries()) {
    const candidate = candidates[index];
    if (candidate?.kind === 'anything') source.edit(unit, change);
    if (candidate?.kind !== 'workload') continue;
    const need = needOf(bytes, unit, candidate, context);
    if (need === 'change') source.edit(unit, change);
    else if (need === 'look') source.look(unit).forEach(change);
  }
}

/** ConfigData come last: whether one is still needed, and as what, shows in what refers to it. */
function changeConfigData(
  source: Source,
  candidates: readonly Candidate[],
  objects: Objects,
  { options, referred, report }: InjectionContext,
): void {
  const withLists = options.configData === 'configMap';
  for (const [index, unit] of source.envelope.units.entries()) {
    const kind = candidates[index]?.kind;
    if (kind !== 'declaration' && kind !== 'anything') continue;
    source.edit(unit, (resource) => {
      if (!isConfigData(resource.ref)) return resource.value;
      const isNeeded = withLists || (options.configData === 'inline' && referred.has(resource));
      if (source.readOnly) {
        // What nothing refers to may stay where it is: settings that other packages share.
        if (isNeeded && referred.has(resource)) report.add(notWritten(resource));
        return resource.value;
      }
      checkConfigData(resource, isNeeded, objects, options, report);
      if (!isNeeded) return resource.value;
      report.touched.push(`${shortTitleOf(resource)}: becomes a ConfigMap`);
      return asConfigMap(resource, !withLists);
    });
    if (withLists && !source.readOnly) source.editWhole(unit, withConfigMapLists);
  }
}

/** Starts again with lists read as one, since an item of each cannot be understood by itself. */
function injectWithWholeLists(
  inputs: readonly Input[],
  envelopes: readonly Envelope[],
  sources: readonly Source[],
  flags: Partial<Options>,
): Outcome {
  const report = new Report();
  const read = envelopes.map((envelope, which) => {
    const { bytes, list, units } = envelope;
    if (!sources[which]?.needsWhole) return envelope;
    if (list === undefined) throw new Error('only the items of a list are read apart from one another');
    const whole = readListWhole(bytes, list);
    const { path } = inputs[which] ?? {};
    if (!('kind' in whole)) return path === undefined ? whole : asList(whole);
    const { message, offset = 0 } = whole;
    const unit = units.find(({ slice }) => slice.start <= offset && offset < slice.end);
    const place = unit ? `${placeOf(unit)}: ` : '';
    report.refuse({ message: inFile(path, place + message), file: unit && sniffFile(bytes, unit) });
    return envelope;
  });
  return report.failed ? outcome(inputs, [], report) : inject(inputs, read, flags);
}

/** So that a mistyped selector, or name of a container, is seen. */
function reportUnmatched({ policies, matched, applied, report }: InjectionContext): void {
  for (const policy of policies) {
    if (applied.has(policy)) continue;
    const { ref, file } = policy.resource;
    const [path, message] = !matched.has(policy)
      ? ['spec.selector', 'its selector matched no pod template']
      : policy.containers === undefined
        ? ['spec.selector', 'the pod templates that it selects have no containers']
        : ['spec.containers', 'its containers are in no pod template that it selects'];
    const text = `${policyTitle(policy)}: ${message}`;
    report.add({ severity: 'warning', message: text, resourceRef: ref, field: { path }, file });
  }
}

/** Without sources, that is, where an input could not be read, there is nothing to write. */
function outcome(inputs: readonly Input[], sources: readonly Source[], report: Report): Outcome {
  const { results, exitCode, failed } = report;
  const outputs = sources.flatMap((source, index): Output[] => {
    if (source.readOnly) return [];
    const { bytes, form } = source.envelope;
    const edits = source.edits(failed, results);
    const pieces = failed && form !== 'ResourceList' ? [] : applyEdits(bytes, edits);
    return [{ form, input: inputs[index] as Input, edits, pieces }];
  });
  return { outputs, results, touched: failed ? [] : report.touched, exitCode };
}

/** A ResourceList that was read from a file is no call of the function: what it says of one does not count. */
function asList(envelope: Envelope): Envelope {
  if (envelope.form !== 'ResourceList') return envelope;
  return { ...envelope, form: 'List', functionConfig: undefined, results: [] };
}

/** A stream without a document. A ResourceList without items is something else: a package can be empty. */
function isEmpty({ form, units }: Envelope): boolean {
  return form === 'stream' && units.length === 0;
}

function nothingFound(bytes: Buffer): string {
  const found = bytes.length === 0 ? 'nothing' : 'only comments and blank lines';
  return `expected a ResourceList, a List or Kubernetes objects on standard input, found ${found}`;
}

function inFile(path: string | undefined, message: string): string {
  return path === undefined ? message : `${path}: ${message}`;
}
