/** The library. */
export { run, type Input, type Outcome, type Output } from './function.ts';
export {
  DEFAULT_OPTIONS,
  type ConfigDataMode,
  type ConflictStrategy,
  type EnvPlacement,
  type ExpansionMode,
  type Options,
  type ReferenceCheck,
  type WorkloadOption,
} from './options.ts';
export type { FileRef, ResourceRef, Result, Severity } from './krm/result.ts';
export { applyEdits, type Edit } from './yaml/edit.ts';
export { Numeral, type Value, type ValueMap } from './yaml/value.ts';
export { expand, mappingFor, type Mapping, type Variables } from './kubernetes/expansion.ts';
