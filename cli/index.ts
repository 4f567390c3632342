import { realIo } from './context.ts'
import { exits } from './errors.ts'
import { makeProgram } from './program.ts'

const io = realIo()
// A reader that leaves early (`| head`) is no error.
process.stdout.on('error', (e: NodeJS.ErrnoException) => process.exit(e.code === 'EPIPE' ? 0 : 1))
process.exitCode = await makeProgram(io).run(process.argv.slice(2))
// what was waited for goes on without the tool
if (process.exitCode === exits.interrupted) process.exit()
