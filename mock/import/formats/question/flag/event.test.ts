import { expect, test } from 'vitest'
import { eventOf } from './event.ts'

test.each([
  ['lactf.zip', 'lactf-archive-main/2023/crypto/rsa/challenge.yaml', 'lactf 2023'],
  ['2024.zip', 'lactf-archive/2024/misc/welcome/challenge.yaml', 'lactf 2024'],
  ['TCP1P-CTF-2024-Challenges-Public.zip', 'Web/y2k-2000/challenge.yml', 'tcp1p ctf 2024'],
  ['pack.zip', 'TCP1P-CTF-2023-Challenges-main/Web/a/challenge.yml', 'tcp1p ctf 2023'],
  // when it was packed is not when it was held
  ['Spring CTF.2024-05-01_12-00.zip', 'db/challenges.json', undefined],
  ['Spring CTF 2023 20240501.zip', 'db/challenges.json', 'spring ctf 2023'],
  ['ctf.zip', 'archive 2020-2024/web/a/challenge.yml', undefined],
  ['ctf.zip', 'web/a/challenge.yml', undefined],
])('%s with %s is of %s', (pack, file, event) => {
  expect(eventOf(pack, file)).toBe(event)
})
