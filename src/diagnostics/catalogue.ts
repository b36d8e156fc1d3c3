/** Every diagnostic by its id, with what to do about it. Ids are stable: people search for them and suppress them by id. */

export interface CatalogueEntry {
  /** What to do about it, in one sentence or two. */
  readonly help: string;
  /** Set where the input or the options cannot be used at all, so that the exit code is 2. */
  readonly isUnusable?: true;
}

function catalogue<Id extends string>(
  entries: Readonly<Record<Id, CatalogueEntry>>,
): Readonly<Record<Id, CatalogueEntry>> {
  return entries;
}

export const CATALOGUE = catalogue({
  // The input and the options.
  'input-unreadable': {
    isUnusable: true,
    help: 'Mend the text at that place; a template has to be rendered first.',
  },
  'input-empty': { isUnusable: true, help: 'Send a ResourceList, a List or Kubernetes objects, or name files.' },
  'not-an-object': {
    isUnusable: true,
    help: 'Give every item a kind, and put a --- between two documents.',
  },
  'resource-list-not-alone': { isUnusable: true, help: 'Send a ResourceList by itself, or its items as a stream.' },
  'function-config-invalid': { isUnusable: true, help: 'Mend the functionConfig; --help lists the options.' },

  // Policies.
  'policy-invalid': { help: 'Mend the field; nothing is injected while a policy is not sound.' },
  'policy-unknown-field': { help: 'Remove the field or mend its name.' },
  'policy-name-reserved': { help: 'Name a service in spec.service, or give the policy another name.' },
  'policy-value-not-a-string': { help: 'Put the value in quotes.' },
  'policy-duplicate': { help: 'Remove one of the two, or give it another name.' },
  'policy-unknown-group': { help: 'Use the apiVersion serviceinjectionpolicy.k8s.io/v1alpha1.' },
  'policy-not-local': {
    help: 'Give the policy the annotation config.kubernetes.io/local-config: "true", or keep it apart with --policies.',
  },
  'policy-unmatched': {
    help: 'Compare the selector with the labels of the pod templates (not of the workloads), and the namespaces.',
  },
  'policy-without-containers': { help: 'Compare spec.containers with the names of the containers.' },
  'policy-missing': { help: 'Put a ServiceInjectionPolicy among the items, or name its file with --policies.' },
  'mount-without-volume': { help: 'Add the volume to the policy, or mend the name.' },
  'service-missing': { help: 'Add the Service to the items if it has hints of its own, or mend spec.service.' },
  'service-ambiguous': { help: 'Give the policy a namespace, so that one of the Services is meant.' },
  'hint-invalid': { help: 'Mend the annotation of the Service.' },
  'hint-unknown': { help: 'Mend the name of the annotation.' },

  // ConfigData.
  'config-data-invalid': { help: 'Mend the field.' },
  'config-data-unknown-field': { help: 'Remove the field or mend its name.' },
  'config-data-duplicate': { help: 'Remove one of the two, or give it another name.' },
  'config-data-not-local': {
    help: 'Give the ConfigData the annotation config.kubernetes.io/local-config: "true", or keep it apart with --policies.',
  },
  'config-data-local': {
    help: 'Remove the annotation config.kubernetes.io/local-config: the ConfigMap has to be applied.',
  },
  'config-data-name-taken': { help: 'Give the ConfigData or the ConfigMap another name.' },
  'config-data-read-only': { help: 'Put the ConfigData among what is written, or use configData: inline.' },
  'config-data-missing': { help: 'Add the ConfigData or the key, mend the name, or make the reference optional.' },
  'config-data-misspelt': { help: 'Spell the reference as the message says.' },
  'config-data-not-inlined': { help: 'Nothing has to be done: the reference works as one to a ConfigMap.' },
  'config-data-overridden': { help: 'Nothing has to be done where the variable is meant to differ.' },

  // Workloads.
  'template-invalid': { help: 'Mend the field: the API server would refuse it, too.' },
  'template-duplicate-key': { help: 'Remove one of the two.' },
  'label-invalid': { help: 'Put the value of the label in quotes.' },
  'exclusion-ineffective': {
    help: 'To exclude a pod template, annotate it (not its workload) with serviceinjectionpolicy.k8s.io/exclude: "true".',
  },
  'env-conflict': { help: 'Remove one of the two, limit the policy with spec.containers, or choose with conflicts.' },
  'env-from-conflict': { help: 'Make the two the same, or choose with conflicts.' },
  'volume-conflict': { help: 'Rename one of the two volumes with its mounts, or choose with conflicts.' },
  'volume-mount-conflict': { help: 'Mount one of the two elsewhere, or choose with conflicts.' },
  'reference-missing': { help: 'Add the object or the key, mend the name, or make the reference optional.' },
  'variable-undefined': {
    help: 'Set the variable before it is used, mend its name, or write $$(NAME) for the text itself.',
  },
  'variable-left-to-cluster': { help: 'Nothing has to be done where the Service is in the cluster already.' },
  'variable-refers-to-itself': { help: 'Set the variable before, or write $$(NAME) for the text itself.' },
  'variable-declared-later': { help: 'Move the variable in front of the one that refers to it.' },
  'variable-cycle': { help: 'Take one of the references out of the cycle.' },
});

export type DiagnosticId = keyof typeof CATALOGUE;
