/** What policies, and hints on Services, may inject: lists of entries, spelled as the API has them. */
import { readEnvelope } from '../krm/envelope.ts';
import { valueOf } from '../yaml/source-node.ts';
import { toJson } from '../yaml/value.ts';
import { listOf, mapping, part, type Json } from './json.ts';
import { objectsIn, opened } from './objects.ts';

/** By the lists of a policy's spec, what the policies and the Services in a text and in its functionConfig want. */
export function wantedIn(bytes: Buffer): readonly Json[] {
  const envelope = readEnvelope(bytes);
  const config = 'kind' in envelope || !envelope.functionConfig ? {} : toJson(valueOf(envelope.functionConfig));
  const listed = opened(mapping(config)['items']).map((item) => ({ kind: 'ServiceInjectionPolicy', ...item }));
  const all = [...objectsIn(bytes).map(({ value }) => value), mapping(config), ...listed];
  return all.flatMap((object) => {
    if (object['kind'] === 'ServiceInjectionPolicy') return [asStored(mapping(part(object, 'spec')))];
    return object['kind'] === 'Service' ? [hinted(mapping(part(object, 'metadata.annotations')))] : [];
  });
}

function asStored(spec: Json): Json {
  // What is no string is written as one; how it was spelled is for other tests.
  const env = listOf(spec['env']).map(({ value, ...rest }) => (typeof value === 'string' ? { ...rest, value } : rest));
  const envFrom = listOf(spec['envFrom']).map(({ configMap, configData, secret, ...rest }) => ({
    ...rest,
    ...(configMap === undefined ? {} : { configMapRef: configMap }),
    ...(configData === undefined ? {} : { configMapRef: { name: mapping(configData)['configDataName'] } }),
    ...(secret === undefined ? {} : { secretRef: secret }),
  }));
  return { ...spec, env, envFrom };
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
