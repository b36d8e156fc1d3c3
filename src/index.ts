/** The library. */
export { run, type Outcome } from './pipeline.ts';
export type { Input } from './krm/source.ts';
export type { Output } from './stages/write-package.ts';
export type { Diagnostic, Location, Severity } from './diagnostics/diagnostic.ts';
export type { DiagnosticId } from './diagnostics/catalogue.ts';
export type { AnnotationInjection, ContainerRef, Injection } from './plan/injection.ts';
export type { PlannedObject, PlannedWorkload } from './plan/planned-workload.ts';
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
export type { FileRef, ResourceRef } from './krm/resource.ts';
export { applyEdits, type Edit } from './yaml/edit.ts';
export { Numeral, type Value, type ValueMap } from './yaml/value.ts';
export { expand, mappingFor, type Mapping, type Variables } from './kubernetes/expansion.ts';
