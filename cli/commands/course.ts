/** `range course export`: a course as a file. Its other verbs are those of any resource. */
import { strFromU8, unzipSync } from 'fflate'
import { Option } from 'commander'
import { courseFileFormats, type CourseFileFormat, courseLeftOutFile } from '#src/contract/course/course.ts'
import { connectToServer } from '../context.ts'
import { exits } from '../errors.ts'
import { formatFor, outFile, writeFile } from '../files.ts'
import type { RegisterCommand } from '../program.ts'

interface Options {
  api?: string
  format?: CourseFileFormat
  out: string
  force?: true
}

/** Lines that are shown; the file has them all. */
const most = 10
function leftOutOf(bytes: Uint8Array): string[] {
  const text = unzipSync(bytes, { filter: ({ name }) => name === courseLeftOutFile })[courseLeftOutFile]
  return text
    ? strFromU8(text)
        .split('\n')
        .map((line) => line.replace(/^Not written: /, ''))
        .filter(Boolean)
    : []
}

export const courseCommands: RegisterCommand = (parent, run, io) => {
  const own = parent.commands.find((c) => c.name() === 'course')
  own
    ?.command('export')
    .description('write a course to a file; ends with 9 where something of it is not in the file')
    .argument('<id>', 'as the list shows it')
    .addOption(new Option('--format <format>', 'default: as --out ends, or package').choices(courseFileFormats))
    .requiredOption('--out <file>', 'file to write: .zip for a package, .imscc for a cartridge')
    .option('--force', 'overwrite an existing file')
    .option('--api <url>', 'address of the server')
    .addHelpText(
      'after',
      `
A package holds all of a course in both its languages: texts, pictures, files,
labs with their topologies, and the questions whose keys you may see. Learners
and audiences are not in it. Bring it in with range import FILE --into course.
A Common Cartridge holds pages, files and quizzes for other platforms.

Examples:
  range course export 01a1fd6f-… --out basics.zip
  range course export 01a1fd6f-… --format cartridge --out basics.imscc`,
    )
    .action(
      run(async (id: string, o: Options) => {
        const format = formatFor(o.format, o.out, [
          ['package', ['zip']],
          ['cartridge', ['imscc']],
        ])
        const to = outFile(io, o.out, o.force)
        const bytes = await connectToServer(io, o.api).bytes({
          key: 'GET /courses/:id/file',
          method: 'GET',
          path: `/courses/${encodeURIComponent(id)}/file`,
          query: { format },
        })
        const file = writeFile(io, to, Buffer.from(bytes))
        const left = leftOutOf(bytes)
        const more =
          left.length > most ? [`  … and ${left.length - most} more: ${courseLeftOutFile} in it names them.`] : []
        return {
          data: { file, format, bytes: bytes.byteLength, left_out: left },
          text: `${file}: ${bytes.byteLength} bytes.`,
          warnings: left.length
            ? [[`Not in ${file}:`, ...left.slice(0, most).map((line) => `  ${line}`), ...more].join('\n')]
            : [],
          exit: left.length ? exits.leftOut : exits.ok,
        }
      }),
    )
}
