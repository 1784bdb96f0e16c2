import texts from './texts.module.css';
import cards from './cards.module.css';
import touches from './touches.module.css';
import lines from './lines.module.css';
import places from './places.module.css';

/** Classes of shapes that many screens share; a shape of one screen is in its own stylesheet. */
export const shapes = { ...texts, ...cards, ...touches, ...lines, ...places };
