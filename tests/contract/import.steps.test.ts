import { it } from 'vitest'
import { builtServer, dataDirectory, startProcess } from './support/importProcess.ts'
it('x', async () => {
  const t0 = performance.now(); const lap = (w: string) => console.log('LAP', w, Math.round(performance.now() - t0))
  const b = await builtServer(); lap('built')
  const d = await dataDirectory(); lap('data')
  for (let i = 0; i < 3; i++) {
    const s = await startProcess(b.program, d.dir, 4653); lap('ready')
    await s.contents(); lap('contents')
    await s.call('GET', '/imports'); lap('get')
    await s.kill(); lap('killed')
  }
  b.remove(); d.remove()
}, 120000)
