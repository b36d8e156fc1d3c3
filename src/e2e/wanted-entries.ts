/** What policies, and hints on Services, may inject: lists of entries, spelled as the API has them. */
import { listOf, mapping, part, type Json } from './json.ts';
import { functionConfigIn, objectsIn, opened } from './objects.ts';

/** By the lists of a policy's spec, what the policies and the Services in a text and in its functionConfig want. */
export function wantedIn(bytes: Buffer): readonly Json[] {
  const config = functionConfigIn(bytes);
  const listed = opened(config['items']).map((item) => ({ kind: 'ServiceInjectionPolicy', ...item }));
  const all = [...objectsIn(bytes).map(({ value }) => value), config, ...listed];
  return all.flatMap((object) => {
    if (object['kind'] === 'ServiceInjectionPolicy') return [asStored(mapping(part(object, 'spec')))];
    return object['kind'] === 'Service' ? [hinted(mapping(part(object, 'metadata.annotations')))] : [];
  });
}

function asStored(spec: Json): Json {
  const env = listOf(spec['env']).map(({ value, valueFrom, ...rest }) => ({
    ...rest,
    // What is no string is written as one; how it was spelled is for other tests.
    ...(typeof value === 'string' ? { value } : {}),
    ...(valueFrom ? { valueFrom: renamed(mapping(valueFrom), { configData: 'configMapKeyRef' }) } : {}),
  }));
  const sources = {
    configMap: 'configMapRef',
    configData: 'configMapRef',
    configDataRef: 'configMapRef',
    secret: 'secretRef',
  };
  const envFrom = listOf(spec['envFrom']).map((entry) => renamed(entry, sources));
  const volumes = listOf(spec['volumes']).map((entry) => renamed(entry, { configData: 'configMap' }));
  return { ...spec, env, envFrom, volumes };
}

/** An entry whose source, in the spelling of the proposals, has the name that the API has for it. */
function renamed(entry: Json, names: Readonly<Record<string, string>>): Json {
  return Object.fromEntries(
    Object.entries(entry).map(([key, value]) => {
      const name = names[key];
      if (name === undefined) return [key, value];
      const { configDataName, ...rest } = mapping(value);
      return [name, configDataName === undefined ? rest : { name: configDataName, ...rest }];
    }),
  );
}

/** `env-from: secret/x?` and `mounts: secret/x:/path:ro`; what the volume is called is not for this to say. */
function hinted(annotations: Json): Json {
  const partsOf = (name: string): readonly string[] => {
    const hint = annotations[`serviceinjectionpolicy.k8s.io/${name}`];
    return typeof hint === 'string' ? hint.split(',').map((one) => one.trim()) : [];
  };
  const envFrom = partsOf('env-from').map((text) => {
    const [kind, name] = text.replace('?', '').split('/');
    return { [kind === 'secret' ? 'secretRef' : 'configMapRef']: { name } };
  });
  const mounts = partsOf('mounts').map((text) => {
    const [object = '', mountPath] = text.replace('?', '').split(':');
    const [kind, name] = object.split('/');
    return { mountPath, source: kind === 'secret' ? { secret: { secretName: name } } : { configMap: { name } } };
  });
  const volumeMounts = mounts.map(({ mountPath }) => ({ mountPath }));
  return { envFrom, volumeMounts, volumes: mounts.map(({ source }) => source) };
}
