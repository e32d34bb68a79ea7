import { describe, expect, it } from 'vitest';
import { mediaType, negotiateView, unacceptableView } from '../../../../extension/playground/api/negotiation.ts';

const json = 'application/json';

describe('content negotiation', () => {
  it.each([
    ['', 'object'],
    ['*/*', 'object'],
    ['application/*', 'object'],
    [json, 'object'],
    [`application/vnd.kubernetes.protobuf, ${json}`, 'object'],
    [`${json};as=Table;v=v1;g=meta.k8s.io,${json};as=Table;v=v1beta1;g=meta.k8s.io,${json}`, 'table'],
    [`${json};as=Table;v=v1beta1;g=meta.k8s.io,${json}`, 'object'],
    [`${json};as=toString;v=v1;g=meta.k8s.io,${json}`, 'object'],
    [`${json};stream=watch`, 'object'],
    ['text/html, APPLICATION/JSON;q=0.9', 'object'],
  ])('%j: %s', (accept, view) => {
    expect(negotiateView(accept, false)).toBe(view);
  });

  it.each(['application/yaml', 'text/html', 'application/vnd.kubernetes.protobuf', `${json};as=Table;v=v1beta1;g=meta.k8s.io`])('%j cannot be served', (accept) => {
    expect(() => negotiateView(accept, false)).toThrow(expect.objectContaining({ status: 406 }));
  });

  it('knows the metadata of a list from that of an object, and has nothing for who takes one for the other', () => {
    const list = `${json};as=PartialObjectMetadataList;v=v1;g=meta.k8s.io,${json}`;
    const object = `${json}; g=meta.k8s.io; v=v1; as=PartialObjectMetadata,${json}`;
    expect(negotiateView(list, true)).toBe('metadata');
    expect(negotiateView(object, false)).toBe('metadata');
    expect([negotiateView(list, false), negotiateView(object, true)]).toEqual(['misfit', 'misfit']);
    expect(unacceptableView(false)).toMatchObject({ status: 406, message: expect.stringMatching(/as=PartialObjectMetadata;/) });
    expect(unacceptableView(true)).toMatchObject({ status: 406, message: expect.stringMatching(/as=PartialObjectMetadataList;/) });
  });

  it('reads a content type without its parameters', () => {
    expect(mediaType('Application/JSON; charset=utf-8')).toBe(json);
  });
});
