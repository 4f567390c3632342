/** The files of an app that are on their way, which go on while other pages are looked at; it comes with the first place that takes one. */
import { providePart } from '../data/later.ts'
import { uploadSaga } from './upload.saga.ts'
import { uploadSlice } from './upload.slice.ts'

providePart({
  name: uploadSlice.name,
  reducer: uploadSlice.reducer,
  saga: ({ send, stale }) =>
    uploadSaga({ send, arrived: (kind) => stale([kind === 'backup' ? 'backups' : 'imports']) }),
})
