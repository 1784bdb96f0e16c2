import texts from './texts.module.css';
import cards from './cards.module.css';
import lines from './lines.module.css';

/** Classes of shapes that many screens share; a shape of one screen is in its own stylesheet. */
export const shapes = { ...texts, ...cards, ...lines };
