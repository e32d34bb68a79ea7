/** Style sheets are imported for their effect: the bundler puts them into `panel.css`. */
declare module '*.css';
