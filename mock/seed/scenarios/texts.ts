/** Challenges that are whole in their text: what is typed on any workplace to solve them. */
export interface Puzzle {
  title: string
  type: string
  wants: RegExp
}
export const puzzles: readonly Puzzle[] = [
  {
    title: 'Warm-up: a letter in another coat',
    type: 'echo ZmxhZ3ticmVha2Zhc3RfZmlyc3R9 | base64 -d; echo',
    wants: /(?<flag>flag\{breakfast_first\})/,
  },
  { title: '凯撒的午餐', type: "echo 'iodj{oxqfk_dw_qrrq}' | tr d-za-c a-z", wants: /(?<flag>flag\{lunch_at_noon\})/ },
  {
    title: 'One byte is not a key',
    type: `for b in 24 2e 23 25 39 2d 2c 27 1d 20 3b 36 27 1d 2b 31 1d 2c 2d 36 1d 23 1d 29 27 3b 3f; do printf "\\\\x$(printf %x $((0x$b ^ 0x42)))"; done; echo`,
    wants: /(?<flag>flag\{one_byte_is_not_a_key\})/,
  },
  {
    title: '柠檬密码',
    type: `k=LEMONLEMONLE; a=ABCDEFGHIJKLMNOPQRSTUVWXYZ; n=0; for c in L X F O P V E F R N H R; do x=\${a%%$c*}; l=\${k:$n:1}; y=\${a%%$l*}; i=$(( (\${#x} - \${#y} + 26) % 26 )); printf "\${a:$i:1}"; n=$((n+1)); done; echo`,
    wants: /ATTACKATDAWN/,
  },
  {
    title: 'Basic is not secret',
    type: 'echo b3BlcmF0b3I6ZmxhZ3tiYXNpY19oaWRlc19ub3RoaW5nfQ== | base64 -d; echo',
    wants: /(?<flag>flag\{basic_hides_nothing\})/,
  },
]
/** Answered by knowing or looking it up, without a machine. */
export const known: readonly string[] = ['Two towns']
