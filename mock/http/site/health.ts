/** For whoever watches over the process: it lives; it can serve. */
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/db.ts'
import { Fail } from '../request/handler.ts'
import { sendProblem } from '../reply/problem.ts'

const patience = 2000

async function answers(db: Db): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((done) => {
    timer = setTimeout(() => done(false), patience)
  })
  const asked = db.query('select 1 as one').then(
    () => true,
    () => false,
  )
  const first = await Promise.race([asked, late])
  clearTimeout(timer)
  return first
}

export function health(app: FastifyInstance, db: Db): void {
  app.get('/health', async () => ({ status: 'ok' }))
  app.get('/ready', async (_req, reply) =>
    (await answers(db)) ? reply.send({ status: 'ready' }) : sendProblem(reply, new Fail('busy', { seconds: 5 })),
  )
}
