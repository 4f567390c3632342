import { defineConfig } from 'vite'
import { nodeBuild, withDatabase, withFolder } from './node.ts'

/** The stand-in server; its threads and the program that makes the empty database are entries of their own. */
export default defineConfig(
  nodeBuild(
    'dist/server',
    {
      index: 'mock/index.ts',
      'pglite.worker': 'mock/db/pglite.worker.ts',
      'reader.worker': 'mock/thread/reader.worker.ts',
      'shell.worker': 'mock/world/scene/simulated/shell.worker.ts',
      initdb: 'mock/initdb.ts',
    },
    [
      withDatabase('dist/server'),
      withFolder('mock/db/migrations', 'dist/server/migrations'),
      withFolder('mock/world/scene/desktop/glyphs', 'dist/server/glyphs'),
      withFolder('mock/seed/course/clips', 'dist/server/clips'),
    ],
  ),
)
