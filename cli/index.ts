import { realIo } from './context.ts'
import { exits } from './errors.ts'
import { makeProgram } from './program.ts'

const io = realIo()
// A reader that leaves early (`| head`) is no error: what was asked for is done all the same, and the exit code is what became of it.
process.stdout.on('error', (e: NodeJS.ErrnoException) => {
  if (e.code !== 'EPIPE') process.exit(1)
})
process.exitCode = await makeProgram(io).run(process.argv.slice(2))
// what was waited for goes on without the tool
if (process.exitCode === exits.interrupted) process.exit()
