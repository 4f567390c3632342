import { defineConfig } from 'vite'
import { nodeBuild, withFolder } from './node.ts'

/** The stand-in server; its threads and the child that prepares an empty database are entries of their own. */
export default defineConfig(
  nodeBuild(
    'dist/server',
    {
      index: 'mock/index.ts',
      'pglite.worker': 'mock/db/pglite.worker.ts',
      'reader.worker': 'mock/thread/reader.worker.ts',
      'shell.worker': 'mock/world/scene/simulated/shell.worker.ts',
      initdb: 'mock/db/initdb.ts',
    },
    [
      withFolder('mock/db/migrations', 'dist/server/migrations'),
      withFolder('mock/world/scene/desktop/glyphs', 'dist/server/glyphs'),
    ],
  ),
)
