import type { Patch } from './fault.ts';

/** Faults of the tablet's page. */
export const PAGE_FAULTS: Patch[] = [
  {
    name: 'does not reload a page that does not start',
    find: 'if (countFailure() < 2) reload();',
    replace: 'if (countFailure() < 2) return;',
  },
  {
    name: 'never loads lists again',
    find: 'if (this.isWatched && delayMs !== Infinity) this.#timer',
    replace: 'if (false) this.#timer',
  },
  {
    name: 'reacts to no event of the server',
    find: 'if (event) this.#options.onEvent(event);',
    replace: '',
  },
  {
    name: 'opens no stream after a broken one',
    find: 'this.#timer = setTimeout(() => this.#connect(), reconnectDelayMs(this.#failuresInARow, Math.random()));',
    replace: '',
  },
  {
    name: 'leaves streams open',
    find: 'this.#source?.close();',
    replace: '',
  },
  {
    name: 'stops at the first picture that cannot be loaded',
    find: 'failures: state.failures + 1',
    replace: 'failures: Infinity, since: undefined',
  },
  {
    name: 'shows a slide for ever when the date is set back',
    find: 'const elapsed = Math.max(now.monotonicMs - state.since.monotonicMs, now.wallMs - state.since.wallMs, 0);',
    replace: 'const elapsed = now.wallMs - state.since.wallMs;',
  },
  {
    name: 'starts a timer for each picture and clears none',
    find: 'clearTimeout(timer);\n\t\t}\n\t}\n\t/**\n\t* Runs `work`',
    replace: '}\n\t}\n\t/**\n\t* Runs `work`',
  },
  {
    name: 'takes the page of a portal for a receipt',
    find: 'if (status !== 204) throw',
    replace: 'if (false) throw',
  },
  {
    name: 'reads the programme by the clock of Greenwich',
    find: 'const inDay = ((now.getHours() * 60',
    replace: 'const inDay = ((now.getUTCHours() * 60',
  },
  {
    name: 'takes a rule past midnight for over at midnight',
    find: 'if (isOn(rule, today) && hasCome(from, today) && (passesMidnight ||',
    replace: 'if (isOn(rule, today) && hasCome(from, today) && (!passesMidnight ||',
  },
  {
    name: 'forgets its settings whenever it is loaded anew',
    find: 'return apiKey === void 0 || stored.of === hash32(apiKey) ? stored : void 0;',
    replace: 'return void 0;',
  },
  {
    name: 'looks for no newer version',
    find: 'await (registration ?? await register())?.update();',
    replace: '',
  },
  {
    name: 'applies a newer version between no two photos',
    find: 'setTimeout(() => void applyIfUnnoticed(idleForMs), CROSS_FADE_OVER_MS);',
    replace: '',
  },
  {
    name: 'takes every picture for stored',
    find: 'return Array.isArray(missing) ? missing.filter((url) => typeof url === "string") : urls;',
    replace: 'return [];',
  },
  {
    name: 'comes to the end and stays there',
    find: 'return count === 0 ? 0 : (index % count + count) % count;',
    replace: 'return count === 0 ? 0 : Math.min(Math.max(index, 0), count - 1);',
  },
  {
    name: 'reports without a pause',
    find: 'return Math.max(0, (isChanged ? REPORT_AT_MOST_EVERY_MS : REPORT_AT_LEAST_EVERY_MS) - sinceLastMs);',
    replace: 'return 0;',
  },
  {
    name: 'opens streams without a pause',
    find: 'return delayMs(failuresInARow) * (.25 + .75 * random);',
    replace: 'return 0;',
  },
  {
    name: 'forgets where its slideshow was',
    find: 'localStorage.setItem(LOCAL_STORAGE.slideshowPosition + startedFrom, JSON.stringify(position));',
    replace: '',
  },
  {
    name: 'says for ever that the server is there',
    find: 'if (isResponding || failures >= 2) reachable.set(isResponding);',
    replace: '',
  },
  {
    name: 'loads no lists anew when its stream is back',
    find: 'function onListening(hasFailed) {\n\t\t\tloadLists();',
    replace: 'function onListening(hasFailed) {',
  },
  {
    name: 'goes two photos on, and so leaves out every second one',
    find: 'case "woke": return waitLeftMs(state, event.at) === 0 ? move(state, 1) : state;',
    replace:
      'case "woke": return waitLeftMs(state, event.at) === 0 ? move(state, state.count % 2 === 0 ? 2 : 1) : state;',
  },
  {
    name: 'asks twice as often whether the server is there',
    find: 'timer = setTimeout(() => void check(), failures === 1 ?',
    replace: 'timer = setTimeout(() => void check(), failures === 0 ? 7_500 : failures === 1 ?',
  },
  {
    name: 'goes on listening to whatever it once waited for',
    find: 'for (const stop of stops) stop();',
    replace: '',
  },
  {
    name: 'forgets with which key it was connected last',
    find: 'return last !== "" && last !== apiKey && await isKeyVerified(last) ? last : void 0;',
    replace: 'return void 0;',
  },
  {
    name: 'shows no letters when its key has ended',
    find: 'const offer = await offerScreen();',
    replace: 'const offer = await new Promise(() => void 0);',
  },
];
