import * as library from 'scorm-again/scorm12/min'
import { play, type Runtime } from './play.ts'

play({
  name: 'API',
  functions: {
    begin: 'LMSInitialize',
    end: 'LMSFinish',
    get: 'LMSGetValue',
    set: 'LMSSetValue',
    commit: 'LMSCommit',
    error: 'LMSGetLastError',
    words: 'LMSGetErrorString',
    details: 'LMSGetDiagnostic',
  },
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its types tell of a default export, which its file has not
  api: new (library as unknown as { Scorm12API: new (settings: object) => unknown }).Scorm12API({
    logLevel: 5,
    autocommit: false,
  }) as Runtime['api'],
  seen: { 'cmi.core.lesson_status': 'completed' },
})
