import { expect, it } from 'vitest';
import { run } from './pipeline.ts';

it('suggests the variables of the container alone where those of Services are thousands', () => {
  const services = Array.from(
    { length: 1000 },
    (_, index) => `apiVersion: v1
kind: Service
metadata: {name: shop-${index}}
spec: {clusterIP: 10.0.0.1, ports: [{port: 80}]}
---
`,
  );
  const pod = (name: string): string => `apiVersion: v1
kind: Pod
metadata: {name: ${name}}
spec:
  containers:
    - name: web
      env:
        - {name: HOST, value: db}
        - {name: URL, value: $(HOTS) $(SHOP_1_SERVICE_HOTS)}
`;
  const messages = (text: string): readonly string[] =>
    run([{ bytes: Buffer.from(text) }]).diagnostics.map(({ message }) => message);
  const own = 'Pod web: container "web": env URL: $(HOTS) stays as it is: nothing sets HOTS; did you mean HOST?';
  const ofService =
    'Pod web: container "web": env URL: $(SHOP_1_SERVICE_HOTS) stays as it is: nothing sets SHOP_1_SERVICE_HOTS';
  const few = messages(services.slice(0, 10).join('') + pod('web'));
  expect(few).toContain(own);
  expect(few).toContain(`${ofService}; did you mean SHOP_1_SERVICE_HOST?`);
  const many = messages(services.join('') + pod('web'));
  expect(many).toContain(own);
  expect(many).toContain(ofService);
});
