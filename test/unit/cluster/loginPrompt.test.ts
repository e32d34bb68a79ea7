import { describe, expect, it } from 'vitest';
import { loginPrompt } from '../../../extension/cluster/loginPrompt.ts';

/** As the plugins in use say it. */
describe('what somebody is asked to do in a browser (K6)', () => {
  it.each<[string, string[], { link?: string; code?: string }]>([
    ['Azure', ['To sign in, use a web browser to open the page https://microsoft.com/devicelogin and enter the code ABC123XY9 to authenticate.'], { link: 'https://microsoft.com/devicelogin', code: 'ABC123XY9' }],
    [
      'AWS',
      ['If the browser does not open, open the following URL:', 'https://device.sso.eu-west-1.amazonaws.com/', 'Then enter the code:', 'ABCD-EFGH'],
      { link: 'https://device.sso.eu-west-1.amazonaws.com/', code: 'ABCD-EFGH' },
    ],
    [
      'AWS, with an address that has the code',
      ['Then enter the code:', 'ABCD-EFGH', 'Alternatively, visit the following URL which will autofill the code upon loading:', 'https://device.sso.eu-west-1.amazonaws.com/?user_code=ABCD-EFGH'],
      { link: 'https://device.sso.eu-west-1.amazonaws.com/?user_code=ABCD-EFGH', code: 'ABCD-EFGH' },
    ],
    ['Google', ['Go to https://www.google.com/device and enter your code: HJKL-MNPQ'], { link: 'https://www.google.com/device', code: 'HJKL-MNPQ' }],
    ['an address alone', ['Please visit the following URL in your browser: http://localhost:8000/'], { link: 'http://localhost:8000/' }],
    ['an address at the end of a sentence, in brackets', ['Log in (see https://login.example/a?b=c).'], { link: 'https://login.example/a?b=c' }],
    ['a second try', ['Enter the code AAAA-1111', 'That code has expired.', 'Enter the code BBBB-2222'], { code: 'BBBB-2222' }],
  ])('%s', (_who, lines, prompt) => {
    expect(loginPrompt(lines)).toEqual(prompt);
  });

  it.each([
    ['nothing', ['Waiting…']],
    ['the code of an error', ['Failed with error code AADSTS50076.']],
    ['a status', ['the server answered with status code 401001']],
    ['a word in capitals', ['PLEASE ACCEPT THE CONDITIONS']],
    ['another scheme', ['Open file:///etc/passwd, javascript:alert(1) or command:workbench.action.quit']],
    ['an address that looks like another', ['Open https://login.example@evil.example/']],
    ['an address without end', [`Open https://login.example/${'x'.repeat(3000)}`]],
  ])('%s is none', (_what, lines) => {
    expect(loginPrompt(lines)).toEqual({});
  });
});
