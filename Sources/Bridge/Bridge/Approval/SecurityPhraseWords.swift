/// The words of a ``SecurityPhrase`` that the wallet makes: 256 adjectives and 256 nouns.
///
/// They are not secret or ordered and protect nothing, and the lists are not those of recovery phrases.
enum SecurityPhraseWords {
    static let adjectives = adjectiveList.split(whereSeparator: \.isWhitespace).map(String.init)
    static let nouns = nounList.split(whereSeparator: \.isWhitespace).map(String.init)

    private static let adjectiveList = """
        amber ample apricot arctic autumn azure beige birch bold brass bright brisk broad brown calm candid canvas
        careful carmine cedar ceramic cheery cherry chilly citrus clear clever coastal cobalt coral cosmic cotton
        cream crimson crisp crystal curious curly dainty dapper daring dawn desert distant dreamy dusky dusty early
        earnest eastern easy elastic elegant equal evening exact fabled fair faithful famous fancy fern festive fine
        firm flaxen fleet floral fluent foggy fond forest formal frank free fresh friendly frosty fuzzy gallant
        generous gentle ginger glad gleaming golden graceful grand granite grassy grateful gravel green grey handy
        happy hardy hazel heather helpful hidden honest humble icy indigo ivory jasper keen kind lavender leafy
        lemon level light lilac lime linen little lively lofty loyal lucid lucky lunar magenta maple marble marine
        maroon meadow merry mint misty modest mossy navy neat nutmeg oaken ocean ochre olive open orange orchid
        ornate outer oval pale paper patient peach pearl peppery perky pine pink placid playful plum polar polished
        polite proud purple quartz quick quiet rapid rare ready regal ripe robust rosy round royal ruby rural rustic
        sage salty sandy sapphire scarlet serene shady sharp shiny silent silken simple sleek slender smooth snowy
        snug soft solar solid southern spicy spiral spring spry square stable steady still stone stormy stout
        striped strong sturdy subtle summer sunny superb swift tall tawny teal tender thrifty tidal timber tiny
        topaz trim true trusty turquoise upper urban valiant vast velvet verdant vibrant violet vital vivid walnut
        warm wavy western wheat wide willow windy winter wise wooden woolly zesty
        """

    private static let nounList = """
        acorn albatross alder anchor antelope anvil apple apron arrow aspen atlas badger bagel balloon bamboo banjo
        barn barrel basil basin basket bay beacon beech beetle bell bench berry bison blanket boat bobcat bonfire
        book boot bottle bridge brook broom bucket cabin cactus camel candle canoe canyon caravan cargo carpet
        carrot castle cello chair chalk cheetah chestnut cliff clock cloud clover cobbler comet compass condor cone
        cottage crane crate cricket crow crown cypress daisy dolphin donkey door dragonfly drum duck easel elk
        engine falcon feather fence fiddle field finch fjord flag flute fountain fox frog galaxy garnet gate gazelle
        gecko geyser glacier glider glove goat goose grape grotto guitar gull hammer hammock harbour hare harp hat
        hawk hedgehog helmet hive horizon horse iceberg iguana inlet island ivy jackal jacket jaguar jay jungle
        kayak kestrel kettle ladder lagoon lake lantern lark leaf lemur lily linnet lobster locket lynx magpie
        mallet mango mantle marsh meteor mill mitten moon moose moth mountain muffin mug mule nest newt oak oar
        oasis ocelot orchard osprey owl ox paddle palm panda panther parcel parrot path pebble pencil pepper piano
        pier pigeon pillow pilot planet plover pond pony poplar poppy prairie puffin pumpkin quail quilt rabbit
        raccoon radish raft rain reed reef reindeer ribbon ridge robin rocket rope rose rudder sail salmon sandal
        scarf seal shell shore sparrow spoon spruce squirrel stork stove stream sun swallow swan table teapot
        thistle thrush tiger toad trail train trout tulip tunnel turtle valley vase violin wagon walrus waterfall
        weasel whale whistle windmill wolf wombat wren yak zebra
        """
}
