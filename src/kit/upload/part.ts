/** Uploads by tus as a part of the store: its state and its saga come with the first page that can send a file, and outlive it. */
import { providePart } from '../data/later.ts'
import { depositSaga } from './deposit.saga.ts'
import { depositSlice } from './deposit.slice.ts'
import { fileFingerprintOf } from './fingerprint.ts'
import { sendByTus } from './tus.ts'

providePart({
  name: depositSlice.name,
  reducer: depositSlice.reducer,
  saga: ({ client, api, token, stale }) =>
    depositSaga({
      client,
      api,
      token,
      clock: () => performance.now(),
      random: Math.random,
      fingerprint: fileFingerprintOf,
      sendFile: sendByTus,
      changed: () => stale(['images', 'services', 'usb-devices']),
    }),
})
