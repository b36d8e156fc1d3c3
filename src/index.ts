/** The library. */
export { injectServices, type InjectServicesOptions, type InjectServicesResult } from './inject-services.ts';

// The function on several inputs, and its stages by themselves.
export { run, type Outcome } from './pipeline.ts';
export { readPackage, readPackageWhole, type Package, type Unusable } from './stages/read-package.ts';
export { resolve, type Dependent, type Resolved } from './stages/resolve.ts';
export { planPackage, type Plan } from './stages/plan-package.ts';
export { writePackage, type Output } from './stages/write-package.ts';
export type { Input, Source } from './krm/source.ts';

// What they say and do, as data.
export type { Diagnostic, Location, Severity } from './diagnostics/diagnostic.ts';
export { CATALOGUE, type CatalogueEntry, type DiagnosticId } from './diagnostics/catalogue.ts';
export type { AnnotationInjection, ContainerRef, Injection } from './plan/injection.ts';
export type { PlannedObject, PlannedWorkload } from './plan/planned-workload.ts';
export type { Policy, PolicyEntry } from './policies/policy.ts';
export type { FileRef, ResourceRef } from './krm/resource.ts';
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

// Text and values.
export { applyEdits, type Edit } from './yaml/edit.ts';
export { Positions, type Position } from './yaml/position.ts';
export { Numeral, type Value, type ValueMap } from './yaml/value.ts';

// Variable expansion (proposal: Variable expansion in pod command, args, and env).
export { expand, mappingFor, type Mapping, type Variables } from './kubernetes/expansion.ts';
