import * as library from 'scorm-again/scorm2004/min'
import { play, type Runtime } from './play.ts'

play({
  name: 'API_1484_11',
  functions: {
    begin: 'Initialize',
    end: 'Terminate',
    get: 'GetValue',
    set: 'SetValue',
    commit: 'Commit',
    error: 'GetLastError',
    words: 'GetErrorString',
    details: 'GetDiagnostic',
  },
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its types tell of a default export, which its file has not
  api: new (library as unknown as { Scorm2004API: new (settings: object) => unknown }).Scorm2004API({
    logLevel: 5,
    autocommit: false,
  }) as Runtime['api'],
  seen: { 'cmi.completion_status': 'completed' },
})
