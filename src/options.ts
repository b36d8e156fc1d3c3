/** The options of the function, in one table: function config, flags and help all come from it. */
import { isList, isMap, mapOf, Numeral, scalarText, type Value, type ValueMap } from './yaml/value.ts';
import { nearestName } from './wording/nearest-name.ts';
import { describeValue } from './wording/describe-value.ts';

export type ConflictStrategy = 'error' | 'skip' | 'keep' | 'override';
export type ConfigDataMode = 'configMap' | 'inline' | 'keep';
export type ExpansionMode = 'check' | 'inline' | 'off';
export type ReferenceCheck = 'ignore' | 'warn' | 'error';
export type EnvPlacement = 'auto' | 'append' | 'prepend';

/** A kind with a pod template that is not in the built-in table. */
export interface WorkloadOption {
  readonly group: string;
  readonly kind: string;
  /** Keys from the object to its pod template. */
  readonly template: readonly string[];
}

export interface Options {
  /** What happens where a container has something else under the same name than a policy wants. */
  readonly conflicts: ConflictStrategy;
  /** What becomes of ConfigData and of references to it. */
  readonly configData: ConfigDataMode;
  /** What is done about `$(NAME)` in env, command and args. */
  readonly expansion: ExpansionMode;
  /** What is said of ConfigMaps and Secrets that are referred to and not among the items. */
  readonly references: ReferenceCheck;
  /** Where injected variables go among the container's own. */
  readonly envPlacement: EnvPlacement;
  /** Whether init containers are injected, too. */
  readonly initContainers: boolean;
  /** The namespace of objects that name none; undefined leaves it open. */
  readonly namespace: string | undefined;
  /** Whether an object without a namespace is out of reach of policies that have one. */
  readonly strictNamespace: boolean;
  readonly workloads: readonly WorkloadOption[];
}

export const DEFAULT_OPTIONS: Options = {
  conflicts: 'error',
  configData: 'configMap',
  expansion: 'check',
  references: 'ignore',
  envPlacement: 'auto',
  initContainers: true,
  namespace: undefined,
  strictNamespace: false,
  workloads: [],
};

export interface OptionDescription {
  readonly name: keyof Options;
  readonly type: 'choice' | 'boolean' | 'name' | 'workloads';
  readonly choices?: readonly string[];
  readonly description: string;
}

export const OPTIONS: readonly OptionDescription[] = [
  {
    name: 'conflicts',
    type: 'choice',
    choices: ['error', 'skip', 'keep', 'override'],
    description: 'what to do where a template has something else under the same name than a policy wants',
  },
  {
    name: 'configData',
    type: 'choice',
    choices: ['configMap', 'inline', 'keep'],
    description: 'what ConfigData becomes: ConfigMaps, the values of variables, or nothing else',
  },
  {
    name: 'expansion',
    type: 'choice',
    choices: ['check', 'inline', 'off'],
    description: 'whether $(NAME) in env, command and args is checked, or its known values written in place of it',
  },
  {
    name: 'references',
    type: 'choice',
    choices: ['ignore', 'warn', 'error'],
    description: 'what to say of ConfigMaps and Secrets, and keys of them, that are not among the items',
  },
  {
    name: 'envPlacement',
    type: 'choice',
    choices: ['auto', 'append', 'prepend'],
    description:
      "where injected variables go: before the container's first variable that refers to them, last, or first",
  },
  { name: 'initContainers', type: 'boolean', description: 'whether init containers are injected, too' },
  { name: 'namespace', type: 'name', description: 'the namespace of objects that name none' },
  {
    name: 'strictNamespace',
    type: 'boolean',
    description: 'whether policies with a namespace leave alone what has none',
  },
  {
    name: 'workloads',
    type: 'workloads',
    description: 'more kinds with a pod template, each as {group, kind, template: path.to.the.template}',
  },
];

/**
 * Options as the program passes them on, for callers in JavaScript.
 *
 * @throws TypeError where one is unknown or has a wrong value
 */
export function assertOptions(options: Partial<Options>): void {
  const { workloads, ...scalars } = options;
  const values: readonly (readonly [string, Value | undefined])[] = [
    ...Object.entries(scalars),
    ['workloads', workloads?.map(asWritten)],
  ];
  const { problems } = parseOptions(mapOf(values.filter(isGiven)));
  if (problems.length > 0) throw new TypeError(problems.map(({ message }) => message).join('; '));
}

function asWritten({ template, ...workload }: WorkloadOption): ValueMap {
  return mapOf(Object.entries({ ...workload, template: template.join('.') }));
}

/** Whether an option has a value; one that is undefined is not given. */
export function isGiven(pair: readonly [string, Value | undefined]): pair is [string, Value] {
  return pair[1] !== undefined;
}

export interface OptionProblem {
  /** The option, and below it the field: `workloads[0].kind`. */
  readonly path: string;
  readonly message: string;
}

export interface ParsedOptions {
  readonly options: Partial<Options>;
  readonly problems: readonly OptionProblem[];
}

/**
 * Options from a mapping. Scalars may be typed or strings, since `kpt fn eval -- a=b` gives strings and
 * `kustomize fn run -- a=b` gives booleans and numbers.
 */
export function parseOptions(values: ValueMap): ParsedOptions {
  const options: Record<string, unknown> = {};
  const problems: OptionProblem[] = [];
  for (const [name, value] of Object.entries(values)) {
    const description = OPTIONS.find((option) => option.name === name);
    const parsed = description ? parseOption(description, value) : unknownOption(name);
    if ('problems' in parsed) for (const problem of parsed.problems) problems.push(problem);
    else if (parsed.value !== undefined) options[name] = parsed.value;
  }
  return { options, problems };
}

type ParsedOption = { readonly value: unknown } | { readonly problems: readonly OptionProblem[] };

function unknownOption(name: string): ParsedOption {
  const known = OPTIONS.map((option) => option.name);
  const nearest = nearestName(name, known);
  const hint = nearest === undefined ? `the options are ${known.join(', ')}` : `did you mean "${nearest}"?`;
  return { problems: [{ path: name, message: `unknown option "${name}"; ${hint}` }] };
}

function parseOption({ name, type, choices }: OptionDescription, value: Value): ParsedOption {
  if (value === null) return { value: undefined };
  switch (type) {
    case 'choice':
      return typeof value === 'string' && choices?.includes(value)
        ? { value }
        : expected(name, `one of ${choices?.join(', ')}`, value);
    case 'boolean':
      if (typeof value === 'boolean') return { value };
      return value === 'true' || value === 'false'
        ? { value: value === 'true' }
        : expected(name, 'true or false', value);
    case 'name':
      // A namespace such as 123 comes as a number from kustomize.
      if (typeof value === 'number' || value instanceof Numeral) {
        return parseNamespace(name, typeof value === 'number' ? String(value) : value.text);
      }
      return typeof value === 'string' ? parseNamespace(name, value) : expected(name, 'a namespace', value);
    case 'workloads':
      return isList(value) ? parseWorkloads(value) : expected(name, 'a list', value);
  }
}

function expected(path: string, what: string, found: Value | undefined): { problems: readonly OptionProblem[] } {
  return { problems: [problemOf(path, what, found)] };
}

function problemOf(path: string, what: string, found: Value | undefined): OptionProblem {
  return { path, message: `option ${path}: expected ${what}, found ${describeValue(found)}` };
}

const DNS_LABEL = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;

function parseNamespace(name: string, value: string): ParsedOption {
  if (value === '') return { value: undefined };
  return DNS_LABEL.test(value)
    ? { value }
    : expected(name, "a namespace (lower-case letters, digits and '-', at most 63 characters)", value);
}

function parseWorkloads(list: readonly Value[]): ParsedOption {
  const parsed = list.map((item, index) => parseWorkload(item, `workloads[${index}]`));
  const problems = parsed.flatMap((one) => ('problems' in one ? one.problems : []));
  return problems.length > 0 ? { problems } : { value: parsed.flatMap((one) => ('value' in one ? [one.value] : [])) };
}

const WORKLOAD_FIELDS = ['group', 'kind', 'template'];

function parseWorkload(value: Value, path: string): ParsedOption {
  if (!isMap(value)) return expected(path, 'a mapping with group, kind and template', value);
  const problems = Object.keys(value)
    .filter((field) => !WORKLOAD_FIELDS.includes(field))
    .map((field) => {
      const nearest = nearestName(field, WORKLOAD_FIELDS) ?? 'group, kind or template';
      return {
        path: `${path}.${field}`,
        message: `option ${path}: unknown field "${field}"; did you mean ${nearest}?`,
      };
    });
  const { group = '', kind, template } = value;
  if (typeof group !== 'string') problems.push(problemOf(`${path}.group`, 'an API group', group));
  if (typeof kind !== 'string' || kind === '') problems.push(problemOf(`${path}.kind`, 'a kind', kind));
  if (typeof template !== 'string' || !/^[^.]+(\.[^.]+)*$/.test(template)) {
    const what = 'the path to the pod template, such as spec.jobTargetRef.template';
    problems.push(problemOf(`${path}.template`, what, template));
  }
  return problems.length > 0 ? { problems } : { value: { group, kind, template: scalarText(template).split('.') } };
}
